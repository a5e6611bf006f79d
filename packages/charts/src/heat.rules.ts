/** A table whose cells are tinted by a share. */
import { scaleThreshold } from 'd3-scale'

export type HeatLevel = 'plain' | 'tinted' | 'solid'

export interface HeatCell {
  /** The part of the whole, or null if the whole is 0. */
  readonly share: number | null
  readonly level: HeatLevel
}

/** The shares, in percent, from which a cell is tinted less. The printed number decides, so that equal numbers look equal. */
export const HEAT_EDGES = { tinted: 80, plain: 88 }

const levelOf = scaleThreshold<number, HeatLevel>([HEAT_EDGES.tinted, HEAT_EDGES.plain], ['solid', 'tinted', 'plain'])

export function heatCell(part: number, whole: number): HeatCell {
  if (whole === 0) return { share: null, level: 'plain' }
  const share = part / whole
  return { share, level: levelOf(Math.round(share * 100)) }
}
