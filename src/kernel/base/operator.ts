/** What the operator of the service has set, as far as rules ask for it. */
export type OfOperator = {
  /** Why deliveries may not be sent to this URL; null if they may. */
  readonly refusalOfUrl: (url: string) => string | null;
  /** The maximum of enabled webhook endpoints per account and mode. */
  readonly endpoints_max: number;
  /** The maximum of declined attempts from browsers per intent and hour. */
  readonly declines_per_hour_max: number;
  /** The names of the processors with a verb that the operator's settings give to an account in this mode. */
  readonly processors: (account: string, verb: string) => readonly string[];
};
