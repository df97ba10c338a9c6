/** What answers do that the declared types do not allow, with the reason. */
export const known_differences: Readonly<Record<string, string>> = {};
