/** The oldest Node version that runs Florin; equals `engines` in package.json. */
export const oldest_node = '20.19.0';

/** The message for a Node version that is too old; null if it is supported. */
export function refusalOfNode(version: string, oldest: string): string | null {
  const [[major = 0, minor = 0], [oldest_major = 0, oldest_minor = 0]] = [version, oldest].map((each) => each.split('.').map(Number)) as [
    number[],
    number[],
  ];
  if (major > oldest_major || (major === oldest_major && minor >= oldest_minor)) return null;
  return `This is Node ${version}; Florin needs ${oldest} or newer. Install it from https://nodejs.org, with nvm install ${oldest_major} or with your package manager.`;
}
