import type { Visit } from '@foyer/contracts/inbox/conversation.ts'

/** How a visit stands, as the slip and a row of the list say it. */
export const visitWords: Readonly<Record<Visit['status'], string>> = {
  scheduled: 'Not confirmed yet',
  confirmed: 'Confirmed',
  arrived: 'Arrived',
  completed: 'Completed',
  cancelled: 'Cancelled',
  missed: 'Missed',
  admitted: 'Admitted',
  discharged: 'Discharged',
}
