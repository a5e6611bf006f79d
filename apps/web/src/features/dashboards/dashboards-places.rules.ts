import { boardNames, boards } from '@foyer/contracts/dashboards/boards.rules.ts'
import type { CommandPlace } from '../../parts/feature.ts'

/** The dashboards, as the command bar finds them. */
export const placesOf = (): readonly CommandPlace[] =>
  boards.map((board) => ({
    title: `Dashboard: ${boardNames[board]}`,
    words: 'figures report chart statistics numbers',
    to: `/dashboards/${board}`,
  }))
