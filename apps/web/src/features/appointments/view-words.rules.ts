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

const NO_VISITS: Readonly<Record<AppointmentView, string>> = {
  scheduled: 'No scheduled visits',
  unconfirmed: 'No unconfirmed visits',
  reschedule: 'No visits to reschedule',
  confirmed: 'No confirmed visits',
  arrived: 'Nobody has arrived',
  completed: 'No completed visits',
  cancelled: 'No cancelled visits',
  noShow: 'No no-shows',
  admitted: 'Nobody is admitted now',
  discharged: 'Nobody was discharged',
}

/** "No visits on Sun, Nov 23", "No scheduled visits on Tue, Nov 24", "Nobody is admitted now": what an empty list says. */
export function emptyTitle(view: AppointmentView | null, days: string): string {
  if (view === null) return `No visits ${days}`
  return ignoresDates(view) ? NO_VISITS[view] : `${NO_VISITS[view]} ${days}`
}
