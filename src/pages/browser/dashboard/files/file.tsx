import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { locale, sayCount, words } from '../say.js';
import { Download } from './download.js';

type File = {
  readonly id: string;
  readonly created: number;
  readonly expires_at: number | null;
  readonly filename: string | null;
  readonly purpose: string;
  readonly size: number;
  readonly title: string | null;
  readonly type: string | null;
};

/** A size as lists show it: `12 kB`. */
const kilobytes = (size: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(Math.ceil(size / 1024));

const purposes = [
  'dispute_evidence',
  'business_logo',
  'business_icon',
  'identity_document',
  'additional_verification',
  'account_requirement',
  'customer_signature',
  'pci_document',
  'tax_document_user_upload',
];

const nameOf = ({ title, filename, id }: File): string => title ?? filename ?? id;

const actions: readonly Action<File>[] = [
  {
    label: 'Create link',
    fields: () => [{ name: 'expires_at', label: 'Valid until', kind: 'time' }],
    request: ({ id }, parameters) => post('file_links', { file: id, ...parameters }),
    done: (answer) => member.copied('Link', () => (answer as { url: string }).url).show(answer),
  },
];

/** Uploaded files. */
export const files: Description<File> = {
  name: 'files',
  path: 'files',
  label: 'Files',
  one: 'file',
  title: nameOf,
  columns: [
    member.text('Name', nameOf),
    member.constant('Purpose', (it) => it.purpose),
    member.text('Type', (it) => it.type?.toUpperCase()),
    member.text('Size', ({ size }) => kilobytes(size)),
    member.created,
    member.id,
  ],
  filters: [choice('purpose', purposes, 'Purpose'), dates()],
  empty: {
    text: 'Files such as evidence and logos appear here. This command uploads one:',
    command: 'files -F purpose=dispute_evidence -F file=@receipt.pdf',
  },
  facts: [
    member.created,
    member.text('Purpose', ({ purpose }) => words(purpose)),
    member.text('Type', (it) => it.type?.toUpperCase()),
    member.text('Size', ({ size }) => sayCount('{count} bytes', size)),
    member.time('Expires', (it) => it.expires_at),
  ],
  sections: [{ label: 'Contents', Show: Download }],
  actions,
  is_silent: true,
};
