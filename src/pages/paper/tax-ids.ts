/** How a kind of tax id is named beside its number: `BR CNPJ`, `DE VAT`; null where its kind is not known. */
export function taxIdLabel({ type, value }: { readonly type: string; readonly value: string }): string | null {
  const [country, ...rest] = type.toUpperCase().split('_');
  if (!country || rest.length === 0) return null;
  // Numbers of the Union begin with the country whose they are.
  const whose = type === 'eu_vat' ? value.slice(0, 2).toUpperCase() : country;
  return [whose, ...rest].join(' ');
}
