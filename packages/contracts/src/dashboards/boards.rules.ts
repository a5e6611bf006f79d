/** The dashboards, by the last part of their address. */
export const boards = [
  ...(['patient-communication', 'online-reviews', 'self-service-requests', 'reminders', 'score-card'] as const),
] as const
export type Board = (typeof boards)[number]

export const boardNames: Record<Board, string> = {
  'patient-communication': 'Patient communication',
  'online-reviews': 'Online reviews',
  'self-service-requests': 'Self-service requests',
  reminders: 'Reminders',
  'score-card': 'Score card appointments',
}
