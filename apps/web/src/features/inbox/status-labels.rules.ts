import { SCREEN_STATUS, STATUS, type StatusFilter } from '@foyer/contracts/inbox/status.rules.ts'

const LABELS: Record<StatusFilter, string> = {
  [SCREEN_STATUS]: 'Open, unassigned',
  [STATUS.OPEN]: 'Open',
  unassigned: 'Unassigned',
  [STATUS.PENDING]: 'Pending',
  [STATUS.ACKNOWLEDGED]: 'Acknowledged',
  [STATUS.RESOLVED]: 'Resolved',
  [STATUS.ALL]: 'All statuses',
}

export function statusLabel(status: StatusFilter): string {
  return LABELS[status]
}

const IN_ORDER_OF_WORK: readonly StatusFilter[] = [
  SCREEN_STATUS,
  STATUS.OPEN,
  'unassigned',
  STATUS.PENDING,
  STATUS.ACKNOWLEDGED,
  STATUS.RESOLVED,
  STATUS.ALL,
]

/** [STATE-12] Every status filter of the list. */
export const statusChoices = IN_ORDER_OF_WORK.map((value) => ({ value, label: statusLabel(value) }))
