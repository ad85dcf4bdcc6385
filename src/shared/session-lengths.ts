import { dayMs } from './calendar.ts';

/** How long a session lives that is not used. Source: decisions.md section 4. */
export const idleSessionMs = 12 * 60 * 60 * 1000;

/** How long 'Remember me' keeps a session. Source: decisions.md section 4. */
export const rememberedSessionMs = 30 * dayMs;

/** How long the right password waits for its code. Our choice. */
export const codeWithinMs = 5 * 60 * 1000;

/** How long a confirmed password is good for what asks for it. Our choice. */
export const confirmedForMs = 10 * 60 * 1000;

/** The sign-in throttle. Source: decisions.md section 4. */
export const throttle = { windowMs: 15 * 60 * 1000, perEmail: 5, perAddress: 20 };
