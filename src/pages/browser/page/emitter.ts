/** What listens to an event. */
export type Listener = (event: unknown) => void;

/** Who listens to what. */
export type Emitter = {
  readonly on: (name: string, listener: Listener) => void;
  readonly once: (name: string, listener: Listener) => void;
  readonly off: (name: string, listener?: Listener) => void;
  readonly emit: (name: string, event: unknown) => void;
  /** Whether anything listens to an event. */
  readonly hears: (name: string) => boolean;
};

/** Listeners by the names of events. */
export function emitter(): Emitter {
  const listeners = new Map<string, Map<Listener, Listener>>();
  const on = (name: string, listener: Listener, called = listener): void => {
    const known = listeners.get(name) ?? new Map<Listener, Listener>();
    listeners.set(name, known.set(listener, called));
  };
  const off = (name: string, listener?: Listener): void => {
    if (listener) listeners.get(name)?.delete(listener);
    else listeners.delete(name);
  };
  return {
    on: (name, listener) => on(name, listener),
    once: (name, listener) =>
      on(name, listener, (event) => {
        off(name, listener);
        listener(event);
      }),
    off,
    hears: (name) => (listeners.get(name)?.size ?? 0) > 0,
    emit: (name, event) => {
      for (const called of [...(listeners.get(name)?.values() ?? [])]) called(event);
    },
  };
}
