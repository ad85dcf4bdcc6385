/** The interval of the jobs that delete expired data. */
export const hourlyMs = 60 * 60 * 1000;
