import { createContext } from 'react';
import type { Language } from './say.js';

/** Shows the dashboard in another language, which this browser remembers. */
export const ChangeLanguage = createContext<(language: Language) => void>(() => undefined);
