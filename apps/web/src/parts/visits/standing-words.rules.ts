import type { Standing } from '@foyer/contracts/appointments/status.rules.ts'

/** The words for the standing of a visit, on rows, slips and the ribbon. */
export const standingWords: Readonly<Record<Standing, string>> = {
  notConfirmed: 'Not confirmed',
  confirmed: 'Confirmed',
  reschedule: 'Reschedule',
  held: 'Held',
  arrived: 'Arrived',
  completed: 'Completed',
  cancelled: 'Cancelled',
  noShow: 'No-show',
  admitted: 'Admitted',
  discharged: 'Discharged',
}
