import { loadStripe } from '@stripe/stripe-js';

window.loadStripe = loadStripe;
