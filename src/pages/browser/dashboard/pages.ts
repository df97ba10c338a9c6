import { type ComponentType, lazy } from 'react';
import type { Text } from './say.js';

/** A page that is no list of objects. */
export type OwnPage = { readonly name: string; readonly label: Text; readonly section: Text; readonly Page: ComponentType };

/** The pages besides those of objects, each in a chunk of its own. */
export const pages: readonly OwnPage[] = [
  { name: 'home', label: 'Home', section: 'Overview', Page: lazy(() => import('./home/home-page.js')) },
  { name: 'reports', label: 'Reports', section: 'Overview', Page: lazy(() => import('./reports/reports-page.js')) },
  { name: 'balance', label: 'Balance', section: 'Money', Page: lazy(() => import('./money/balance-page.js')) },
  { name: 'shell', label: 'API shell', section: 'Developers', Page: lazy(() => import('./developers/shell-page.js')) },
  { name: 'sandbox', label: 'Sandbox', section: 'Developers', Page: lazy(() => import('./test-controls/sandbox-page.js')) },
  { name: 'members', label: 'Members', section: 'Settings', Page: lazy(() => import('./members/list.js')) },
  { name: 'profile', label: 'Profile', section: 'Settings', Page: lazy(() => import('./members/profile.js')) },
  { name: 'settings', label: 'Settings', section: 'Settings', Page: lazy(() => import('./settings/settings-page.js')) },
];
