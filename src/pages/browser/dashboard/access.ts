import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keyInUse, onSignedOut, useKey } from './api.js';
import { auth, readSession, sessionInUse, useSession } from './session.js';

/** Whether this tab may use the dashboard: not known until the session was read. */
export type Access = {
  readonly state: 'unknown' | 'out' | 'in';
  /** Uses a key. */
  readonly useKey: (key: string) => void;
  /** Reads the session that a sign-in has begun. */
  readonly enter: () => Promise<void>;
  readonly leave: () => Promise<void>;
};

/** Signs in and out: by a key in a sandbox, or by the session of a member. */
export function useAccess(): Access {
  const [state, setState] = useState<Access['state']>(keyInUse() === null ? 'unknown' : 'in');
  const queries = useQueryClient();
  const enter = async (): Promise<void> => {
    await readSession().catch(() => useSession(null));
    queries.clear();
    setState(sessionInUse() || keyInUse() !== null ? 'in' : 'out');
  };
  useEffect(() => {
    if (state === 'unknown') void enter();
    return onSignedOut(() => {
      useSession(null);
      queries.clear();
      setState('out');
    });
  }, []);
  return {
    state,
    enter,
    useKey: (key) => {
      useKey(key);
      queries.clear();
      setState('in');
    },
    leave: async () => {
      if (sessionInUse()) await auth('sign_out', {}).catch(() => null);
      useKey(null);
      useSession(null);
      queries.clear();
      setState('out');
    },
  };
}
