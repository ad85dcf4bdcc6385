const hourMs = 60 * 60 * 1000;

/** The hours in which stored files are read again, in the server's zone. Our choice. */
export const isNight = (now: Date) => now.getHours() >= 1 && now.getHours() < 5;

/** A round over all files begins at most once a night. */
export const isRoundDue = (beganAt: string, now: Date) => now.getTime() - new Date(beganAt).getTime() > 12 * hourMs;

/** How often the nightly check goes on, and for how long at most. */
export const nightlyCheckEveryMs = 5 * 60 * 1000;
export const nightlySliceMs = 4 * 60 * 1000;

/** A fraction of what any disk reads: a night's four hours are good for 370 GB. */
export const nightlyBytesPerSecond = 32 * 1024 * 1024;
