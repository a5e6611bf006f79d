import type { Visit } from '@foyer/contracts/inbox/conversation.ts'

/** The words for the state of a visit, on the visit slip and in a row of the list. */
export const visitWords: Readonly<Record<Visit['status'], string>> = {
  scheduled: 'Not confirmed yet',
  confirmed: 'Confirmed',
  arrived: 'Arrived',
  completed: 'Completed',
  cancelled: 'Cancelled',
  noShow: 'No-show',
  admitted: 'Admitted',
  discharged: 'Discharged',
}
