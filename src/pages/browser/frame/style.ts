import { type Json, membersOf } from '../shapes.js';
import { sheet, themes } from './sheet.js';

/** What a merchant may set. None of it loads anything, covers anything, or moves elements unexpectedly. */
const properties: ReadonlySet<string> = new Set(
  `backgroundColor border borderBottom borderBottomColor borderBottomStyle borderBottomWidth borderBottomLeftRadius borderBottomRightRadius
  borderColor borderLeft borderLeftColor borderLeftStyle borderLeftWidth borderRadius borderRight borderRightColor borderRightStyle
  borderRightWidth borderStyle borderTop borderTopColor borderTopStyle borderTopWidth borderTopLeftRadius borderTopRightRadius borderWidth
  boxShadow color columnGap fill fontFamily fontSize fontSmoothing fontStyle fontVariant fontVariationSettings fontWeight iconColor
  letterSpacing lineHeight margin marginBottom marginLeft marginRight marginTop opacity outline outlineColor outlineOffset outlineStyle
  outlineWidth padding paddingBottom paddingLeft paddingRight paddingTop rowGap textAlign textDecoration textShadow textTransform
  transition webkitFontSmoothing webkitTextFillColor`.split(/\s+/),
);

const parts =
  'Input|Label|Tab|TabLabel|TabIcon|Error|Block|Field|RedirectText|TermsText|AccordionItem|Checkbox|CheckboxInput|CheckboxLabel|Radio|RadioIcon|PickerItem|Dropdown|Action|Link|MenuAction|Text';

/** A part of an element, the state that it is in, and what of it is meant. */
const selector = new RegExp(
  `^\\.(${parts})(--[a-zA-Z]+)?(:(hover|focus|focus-visible|focus-within|active|disabled|checked|autofill|-webkit-autofill))?(::(placeholder|selection))?$`,
);

const value_length_max = 200;

/** Numbers, colours, names and sums of such. A value with any other character, or that loads something, sets nothing. */
export const isHarmless = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= value_length_max &&
  /^[\w\s#%.,()'"+*/-]+$/.test(value) &&
  !/url|image|src|element\s*\(|expression|attr\s*\(|env\s*\(|\/\*|\/\//i.test(value);

const cssName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^webkit-/, '-webkit-');

/** Sets in a rule what may be set; the browser takes each value by itself, so that none can end the rule. */
function fill(style: CSSStyleDeclaration, declared: Json): void {
  for (const [name, value] of Object.entries(declared)) {
    if (properties.has(name) && isHarmless(value)) style.setProperty(cssName(name === 'iconColor' ? 'fill' : name), value);
  }
}

function ruleFor(style: CSSStyleSheet, selectors: string, declared: Json): void {
  style.insertRule(`${selectors} {}`, style.cssRules.length);
  const rule = style.cssRules[style.cssRules.length - 1];
  if (rule instanceof CSSStyleRule) fill(rule.style, declared);
}

/** What an `appearance` looks like: its theme, its variables and its rules. */
export function appearanceSheet({ theme, variables, rules }: Json): CSSStyleSheet {
  const style = new CSSStyleSheet();
  const root = { ...themeNamed(theme), ...Object.fromEntries(Object.entries(membersOf(variables)).filter(isVariable)) };
  // A sheet on a page of Florin is in a shadow tree, whose root is its host.
  style.insertRule(':root, :host {}', 0);
  const rule = style.cssRules[0];
  if (rule instanceof CSSStyleRule) for (const [name, value] of Object.entries(root)) rule.style.setProperty(`--${name}`, String(value));
  for (const [named, declared] of Object.entries(membersOf(rules))) {
    const each = named.split(',').map((one) => one.trim());
    if (each.every((one) => selector.test(one))) ruleFor(style, each.join(', '), membersOf(declared));
  }
  return style;
}

const themeNamed = (theme: unknown): Readonly<Record<string, string>> =>
  (typeof theme === 'string' && Object.hasOwn(themes, theme) ? themes[theme] : undefined) ?? themes.stripe ?? {};

const isVariable = ([name, value]: readonly [string, unknown]): boolean => /^[a-zA-Z]+$/.test(name) && isHarmless(value);

/** The states of an input, as the `style` of a card's elements names them. */
const states = { base: '.Input', complete: '.Input--complete', empty: '.Input--empty', invalid: '.Input--invalid' } as const;

const meant = /^(:hover|:focus|::placeholder|::selection|:-webkit-autofill|:disabled)$/;

/** What the `style` of a card's elements looks like. */
export function stateSheet(given: Json): CSSStyleSheet {
  const style = new CSSStyleSheet();
  for (const [state, selectors] of Object.entries(states)) {
    const declared = membersOf(given[state]);
    ruleFor(style, `.Root--plain ${selectors}`, declared);
    for (const [of, more] of Object.entries(declared))
      if (meant.test(of)) ruleFor(style, `.Root--plain ${selectors}${of}`, membersOf(more));
  }
  return style;
}

/** What every element looks like. */
export function commonSheet(): CSSStyleSheet {
  const style = new CSSStyleSheet();
  style.replaceSync(sheet);
  return style;
}
