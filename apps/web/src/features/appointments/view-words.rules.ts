import { type AppointmentView, appointmentViews, ignoresDates } from '@foyer/contracts/appointments/status.rules.ts'

/** The words of the status filter. "Scheduled" also shows who has confirmed or has come. */
const viewWords: Readonly<Record<AppointmentView, string>> = {
  scheduled: 'Scheduled',
  unconfirmed: 'Not confirmed',
  reschedule: 'Reschedule',
  confirmed: 'Confirmed',
  arrived: 'Arrived',
  completed: 'Completed',
  cancelled: 'Cancelled',
  noShow: 'No-show',
  admitted: 'Admitted',
  discharged: 'Discharged',
}

/** An organization that admits nobody is not offered the views of admitted patients, unless one is chosen. */
export function viewChoices(admits: boolean, chosen: AppointmentView | null) {
  const offered = appointmentViews.filter((view) => admits || !ignoresDates(view) || view === chosen)
  return [
    { value: '' as const, label: 'Any status' },
    ...offered.map((view): { value: AppointmentView | ''; label: string } => ({ value: view, label: viewWords[view] })),
  ]
}

/** "No visits on Sun, Nov 23", "Nobody is admitted": what an empty list says. */
export function emptyTitle(view: AppointmentView | null, days: string): string {
  if (view === 'admitted') return 'Nobody is admitted now'
  if (view === 'discharged') return 'Nobody was discharged'
  return `No visits ${days}`
}
