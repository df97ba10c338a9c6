/** A set of bounded size. */
export type BoundedSet = {
  readonly has: (member: string) => boolean;
  /** Adds a member, and removes the oldest one when the set is full. */
  readonly add: (member: string) => void;
  readonly delete: (member: string) => void;
};

/** Creates a set with a maximum size. */
export function boundedSet(count_max: number): BoundedSet {
  const members = new Set<string>();
  return {
    has: (member) => members.has(member),
    delete: (member) => void members.delete(member),
    add: (member) => {
      members.delete(member);
      const [oldest] = members.size === count_max ? members : [];
      if (oldest !== undefined) members.delete(oldest);
      members.add(member);
    },
  };
}
