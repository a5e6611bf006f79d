import { never, ok, refuse } from '../canned-api.ts'
import { communication, reminders } from '../fixtures/dashboards.ts'
import { part } from '../gallery-entry.ts'
import { DashboardScene } from '../scenes/dashboards-scene.tsx'

const NOTHING = {
  ...communication,
  total: 0,
  received: 0,
  sent: 0,
  staff: 0,
  automatic: 0,
  failed: 0,
  days: [],
  series: [],
}
const TODAY = '2026-11-19'
const FAR = { range: '2026-08-01~2026-11-19' }

export const dashboardsPart = part('Dashboards', {
  overview: { title: 'Six cards', show: () => <DashboardScene /> },
  'not-compared': { title: 'Without comparison', show: () => <DashboardScene address={{ compare: 'off' }} /> },
  loading: {
    title: 'Cards are loading',
    show: () => <DashboardScene answers={{ patientCommunication: never, reminderCount: never }} />,
  },
  'one-failed': {
    title: 'One card failed beside five good ones',
    show: () => <DashboardScene answers={{ reminderCount: () => refuse() }} />,
  },
  offline: { title: 'Offline', show: () => <DashboardScene offline answers={{ onlineReviewsCount: never }} /> },
  empty: {
    title: 'Nothing is counted in these days',
    show: () => <DashboardScene board="patient-communication" answers={{ patientCommunication: () => ok(NOTHING) }} />,
  },
  'empty-nearest': {
    title: 'Nothing is counted in these days, but before',
    show: () => (
      <DashboardScene
        board="patient-communication"
        answers={{
          patientCommunication: ({ body }) =>
            ok(body.endDate === TODAY ? NOTHING : { ...NOTHING, series: [{ date: '2026-10-12', count: 9 }] }),
        }}
      />
    ),
  },
  'patient-communication': {
    title: 'Patient communication',
    show: () => <DashboardScene board="patient-communication" />,
  },
  table: {
    title: 'A chart as a table',
    show: () => (
      <DashboardScene
        board="patient-communication"
        then={async ({ press, find }) => {
          await press('figure button:has(.lucide-table-2)')
          await find('figure button[aria-pressed=true]')
        }}
      />
    ),
  },
  'online-reviews': { title: 'Online reviews', show: () => <DashboardScene board="online-reviews" /> },
  'self-service-requests': {
    title: 'Self-service requests',
    show: () => <DashboardScene board="self-service-requests" />,
  },
  reminders: { title: 'Reminders', show: () => <DashboardScene board="reminders" /> },
  'score-card': { title: 'Score card', show: () => <DashboardScene board="score-card" /> },
  'board-failed': {
    title: 'A dashboard did not load',
    show: () => <DashboardScene board="reminders" answers={{ reminderCount: () => refuse() }} />,
  },
  weeks: {
    title: 'Many days',
    show: () => <DashboardScene board="reminders" address={FAR} answers={{ reminderCount: () => ok(reminders) }} />,
  },
  rows: {
    title: 'The rows behind a number',
    show: () => (
      <DashboardScene board="patient-communication" address={{ rows: 'messages.received', figure: '3414' }} />
    ),
  },
  'rows-loading': {
    title: 'Rows are loading',
    show: () => (
      <DashboardScene
        board="patient-communication"
        address={{ rows: 'messages.received' }}
        answers={{ dashboardRows: never }}
      />
    ),
  },
  'rows-failed': {
    title: 'Rows did not load',
    show: () => (
      <DashboardScene
        board="patient-communication"
        address={{ rows: 'messages.failed' }}
        answers={{ dashboardRows: () => refuse() }}
      />
    ),
  },
  'rows-none': {
    title: 'No rows',
    show: () => (
      <DashboardScene
        board="patient-communication"
        address={{ rows: 'messages.failed' }}
        answers={{ dashboardRows: () => ({ ...ok([]), total: 0 }) }}
      />
    ),
  },
  'save-view': {
    title: 'A view is saved',
    show: () => (
      <DashboardScene
        board="score-card"
        then={async ({ press, find }) => {
          await press('button[aria-label=Views]')
          await find('[role=menuitem]')
          const items = document.querySelectorAll<HTMLElement>('[role=menuitem]')
          items[items.length - 1]?.click()
          await find('[role=dialog] form')
        }}
      />
    ),
  },
})
