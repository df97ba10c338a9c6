import { type Effects, remove } from '../../../kernel/base/effects.js';
import type { MemberSession } from './member.js';

/** Ends all of these sessions except one. */
export const endOf = (sessions: readonly MemberSession[], except: string | null = null): Effects =>
  sessions.filter(({ id }) => id !== except).map((each) => remove(each));
