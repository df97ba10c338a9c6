import '@mantine/core/styles.css';
import '@mantine/spotlight/styles.css';
import { type CSSVariablesResolver, createTheme, DirectionProvider, MantineProvider, type MantineThemeOverride } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './dashboard/app.js';
import { ChangeLanguage } from './dashboard/change-language.js';
import { libraryLabels } from './dashboard/library-labels.js';
import { chosenLanguage, keepLanguage, type Language, speak } from './dashboard/say.js';
import { directionOf } from './locale.js';

/** The look, and the labels that the library has in English only, in the language in use. */
const themed = (): MantineThemeOverride =>
  createTheme({
    components: libraryLabels(),
    primaryColor: 'teal',
    primaryShade: 9,
    autoContrast: true,
    fontFamily: 'system-ui, sans-serif',
    defaultRadius: 'md',
    respectReducedMotion: true,
  });

/** A button under the pointer is darker, not lighter as the library has it after the last shade. */
const hovered = { '--mantine-color-teal-filled-hover': '#076649' };

/** Secondary text and buttons under the pointer with a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...hovered, '--mantine-color-dimmed': 'var(--mantine-color-gray-8)' },
  dark: { ...hovered, '--mantine-color-dimmed': 'var(--mantine-color-dark-1)' },
});

/**
 * A failed request is shown at once: the API has tried again itself where that helps. None waits for a network: a service on the same machine is
 * reached without one.
 */
const queries = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: 2000 }, mutations: { networkMode: 'always' } },
});

/** The nonce of this document, under which Mantine adds its style elements. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

// The library that locks the page behind a dialog reads the nonce of its style element from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.getElementById('root');
if (!root) throw new Error('The document has no place for the dashboard');
const page = createRoot(root);

/** Shows the dashboard in a language. Another language mounts everything again, because texts are read while a component renders. */
async function show(language: Language): Promise<void> {
  await speak(language);
  const change = (next: Language): void => {
    keepLanguage(next);
    // Names of found objects are cached in the language in which they were read.
    queries.clear();
    void show(next);
  };
  page.render(
    <DirectionProvider key={language} initialDirection={directionOf(language)} detectDirection={false}>
      <MantineProvider theme={themed()} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <ChangeLanguage value={change}>
            <Router base="/dashboard">
              <App />
            </Router>
          </ChangeLanguage>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>,
  );
}

await show(chosenLanguage());
