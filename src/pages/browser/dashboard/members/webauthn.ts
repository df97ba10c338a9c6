import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** The options of a step, and the proof that the answer needs. */
export type Begun = { readonly options: object; readonly proof: string };

/** Makes a passkey on this device. */
export const createPasskey = (options: object): Promise<object> =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });

/** Answers a challenge with a passkey of this device. */
export const usePasskey = (options: object): Promise<object> =>
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
