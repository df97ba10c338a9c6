/** The wallet of this browser: Apple Pay in Safari, Google Pay elsewhere. */
export const ownWallet = (): 'apple_pay' | 'google_pay' => ('ApplePaySession' in window ? 'apple_pay' : 'google_pay');
