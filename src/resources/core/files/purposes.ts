import type { Asked } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Received } from '../../../kernel/base/upload.js';
import type { Content, FileType } from './content.js';

type Rule = {
  readonly types: readonly FileType[];
  readonly bytes_max: number;
  /** What a picture that pages and papers show may take when it is decoded. */
  readonly decoded_max?: number;
  /** Its contents are gone so long after it was made. */
  readonly expires_after_days?: number;
  /** A public link may be made to it. */
  readonly linked: boolean;
  /** The service writes such files, and none can be uploaded. */
  readonly written?: true;
};

const kibibyte = 1024;
const mebibyte = 1_048_576;
const documents = ['pdf', 'jpg', 'png'] as const;
const images = ['jpg', 'png'] as const;
const pictures = ['jpg', 'png', 'gif'] as const;

/** What files are sent for, and what each purpose takes. */
export const purposes = {
  account_requirement: { types: documents, bytes_max: 16 * mebibyte, linked: false },
  additional_verification: { types: documents, bytes_max: 16 * mebibyte, linked: false },
  business_icon: { types: pictures, bytes_max: 512 * kibibyte, decoded_max: 16 * mebibyte, linked: true },
  business_logo: { types: pictures, bytes_max: 512 * kibibyte, decoded_max: 16 * mebibyte, linked: true },
  customer_signature: { types: images, bytes_max: 4 * mebibyte, linked: true },
  dispute_evidence: { types: documents, bytes_max: 5 * mebibyte, expires_after_days: 274, linked: true },
  finance_report_run: { types: [], bytes_max: 0, expires_after_days: 365, linked: true, written: true },
  identity_document: { types: documents, bytes_max: 10 * mebibyte, linked: false },
  issuing_logo: { types: ['png'], bytes_max: mebibyte, linked: true },
  pci_document: { types: ['pdf'], bytes_max: 16 * mebibyte, linked: true },
  platform_terms_of_service: { types: ['pdf'], bytes_max: 16 * mebibyte, linked: false },
  tax_document_user_upload: { types: documents, bytes_max: 16 * mebibyte, linked: true },
  terminal_reader_splashscreen: { types: pictures, bytes_max: 2 * mebibyte, linked: true },
} as const satisfies Record<string, Rule>;

/** A purpose's name. */
export type Purpose = keyof typeof purposes;

/** The names of all purposes. */
export const purpose_names = Object.keys(purposes) as Purpose[];

/** The purposes of files that callers upload. */
export const upload_purposes = purpose_names.filter((each) => !('written' in purposes[each]));

const names: Readonly<Record<FileType, string>> = { gif: 'GIF', jpg: 'JPEG', pdf: 'PDF', png: 'PNG' };

/** The type of what was sent, or why it does not suit its purpose. */
export function judge({ size, found }: Received<Content | null>, purpose: Purpose, asked: Asked): FileType {
  const { types, bytes_max, decoded_max = Number.POSITIVE_INFINITY }: Rule = purposes[purpose];
  if (size > bytes_max) return asked.refuse(refusal(`The file is too large: ${purpose} takes at most ${inWords(bytes_max)}.`));
  if (!found || !types.includes(found.type))
    return asked.refuse(
      refusal(`The content of the file is of no type that ${purpose} takes. Send ${types.map((each) => names[each]).join(' or ')}.`),
    );
  if ((found.decoded_bytes ?? 0) <= decoded_max) return found.type;
  return asked.refuse(
    refusal(
      `The picture has too many pixels: decoded, ${purpose} may take ${inWords(decoded_max)}. Send at most 2048 by 2048 pixels of 8 bits a value.`,
    ),
  );
}

const refusal = (message: string): Refusal => ({ code: 'parameter_invalid', param: 'file', message });

const inWords = (bytes: number): string => (bytes < mebibyte ? `${bytes / kibibyte} KiB` : `${bytes / mebibyte} MiB`);

/** When the contents of a file made now are gone: seconds since the Unix epoch, or never. */
export function expiryOf(purpose: Purpose, now: number): number | null {
  const { expires_after_days }: Rule = purposes[purpose];
  return expires_after_days === undefined ? null : now + expires_after_days * day;
}
