const hourMs = 60 * 60 * 1000;

/** Whether the nightly verification runs at this time, in the server's time zone. Our choice. */
export const isNight = (now: Date) => now.getHours() >= 1 && now.getHours() < 5;

/** Whether a new verification of all files may begin: at most one a night. */
export const isVerificationDue = (beganAt: string, now: Date) =>
  now.getTime() - new Date(beganAt).getTime() > 12 * hourMs;

/** Interval and maximum duration of one slice of the nightly verification. */
export const nightlyCheckEveryMs = 5 * 60 * 1000;
export const nightlySliceMs = 4 * 60 * 1000;

/** Far below the rate of common disks. The four hours of a night are enough for 370 GB. */
export const nightlyBytesPerSecond = 32 * 1024 * 1024;
