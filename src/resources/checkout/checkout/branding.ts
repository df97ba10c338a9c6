import type { Around, Asked, Effects } from '../../../kernel/base/effects.js';
import { about, type Given, internal, nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { oneOf, ref, text, textOf, url } from '../../../kernel/base/kinds.js';
import { object, plainObject, sparse } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { requireFit } from '../../accounts/accounts/branding.js';
import { color } from '../../accounts/accounts/branding-fields.js';
import { file } from '../../core/files/file.js';
import { linked } from '../../core/files/links.js';

const font_families = [
  ...(['be_vietnam_pro', 'bitter', 'chakra_petch', 'default', 'hahmlet', 'inconsolata', 'inter', 'lato', 'lora', 'm_plus_1_code'] as const),
  ...(['montserrat', 'noto_sans', 'noto_sans_jp', 'noto_serif', 'nunito', 'open_sans', 'pridi', 'pt_sans', 'pt_serif'] as const),
  ...(['raleway', 'roboto', 'roboto_slab', 'source_sans_pro', 'titillium_web', 'ubuntu_mono', 'zen_maru_gothic'] as const),
] as const;

const border_style = oneOf('pill', 'rectangular', 'rounded');

const picture = (what: string) =>
  nullable(
    sparse({
      file: about(`The file of the ${what}, with \`type=file\`.`, ref('file')),
      type: about('Whether the picture is a file of yours or stands at an address.', required(oneOf('file', 'url'))),
      url: about(`The web address of the ${what}, with \`type=url\`; the browser of the payer loads it from there.`, url),
    }),
  );

const shared = {
  background_color: about(
    'The color of the page, as `#rrggbb`; the nearest color on which texts can be read replaces one on which they cannot.',
    nullable(color),
  ),
  border_style: about(
    'How fields and buttons are cut: round corners (`rounded`, the default), none, or half circles.',
    nullable(border_style),
  ),
  button_color: about(
    "The color of buttons, as `#rrggbb`; that of the account's branding by default, and the nearest one that can be seen.",
    nullable(color),
  ),
  font_family: about(
    'The font of the page, where the device of the payer has it, or else a similar one of the device.',
    nullable(oneOf(...font_families)),
  ),
  icon: about('The icon of the page; that of the account by default.', picture('icon')),
  logo: about('The logo of the page; that of the account by default.', picture('logo')),
} as const;

/** The looks of the page of a session, as callers say them. */
export const branding_input = sparse({
  ...shared,
  display_name: about('The name of the business on the page; that of the account by default.', textOf(100)),
});

/** The members of a session about the looks of its page. */
export const of_branding = {
  branding_settings: about(
    'How the page of the session looks; absent for the branding of the account.',
    sometimes(
      object({ ...shared, display_name: about('The name of the business on the page; null for that of the account.', nullable(text)) }),
    ),
  ),
  /** The addresses at which the pictures of the page are read. */
  branding_pictures: internal(plainObject({ icon: nullable(text), logo: nullable(text) })),
} as const;

/** What is read for it. */
export const branding_reads = { icon: one(file, 'branding_settings.icon.file'), logo: one(file, 'branding_settings.logo.file') } as const;

type Sent = Given<{ it: typeof branding_input }>['it'];
type File = It<typeof file>;

const at = 'branding_settings';

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** The looks of a new session, with links to its pictures; or why the page cannot look like this. */
export function brandingOf(sent: Sent, files: { readonly icon: File | null; readonly logo: File | null }, asked: Asked) {
  if (!sent) return { members: {}, effects: null };
  for (const name of ['icon', 'logo'] as const) requirePicture(sent[name], `${at}[${name}]`, asked);
  requireFit(files, asked, at);
  const [icon, logo] = [placeOf(sent.icon, files.icon, asked), placeOf(sent.logo, files.logo, asked)];
  const members = { branding_settings: sent, branding_pictures: { icon: icon.address, logo: logo.address } };
  return { members, effects: [icon.effects, logo.effects] };
}

type Picture = NonNullable<Sent>['icon'];

function requirePicture(sent: Picture, param: string, asked: Asked): void {
  if (!sent) return;
  const { type, [type]: named } = sent;
  const other = type === 'file' ? 'url' : 'file';
  if (!named) asked.refuse({ code: 'parameter_missing', param: `${param}[${type}]` });
  if (sent[other] !== undefined) asked.refuse(wrong(`${param}[${other}]`, `With type=${type} send ${type} alone.`));
}

function placeOf(sent: Picture, named: File | null, around: Around): { readonly address: string | null; readonly effects: Effects } {
  if (sent?.type === 'url') return { address: sent.url ?? null, effects: null };
  if (!named) return { address: null, effects: null };
  const { link, effects } = linked(named, {}, around);
  return { address: link.url, effects };
}

/** What the page of a session shows of its looks. */
export const branding_shown = nullable(
  object({
    background_color: about('The color of the page; null for the default one.', nullable(text)),
    border_style: about('How fields and buttons are cut; null for round corners.', nullable(border_style)),
    button_color: about("The color of buttons; null for that of the account's branding.", nullable(text)),
    display_name: about('The name of the business; null for that of the account.', nullable(text)),
    font_family: about('The font of the page; null for the default one.', nullable(text)),
    icon: about('The address of the icon; null for that of the account.', nullable(text)),
    logo: about('The address of the logo; null for that of the account.', nullable(text)),
  }),
);
