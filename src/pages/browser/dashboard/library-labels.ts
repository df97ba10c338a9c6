import type { MantineThemeComponents } from '@mantine/core';
import { say } from './say.js';

/** The labels that the library has in English only, in the language in use. */
export const libraryLabels = (): MantineThemeComponents => ({
  PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': say('Show or hide the password') } } },
});
