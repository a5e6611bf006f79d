/** The day as half hours, each with its visits by standing. */
import { type Standing, type StandingFacts, standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { slotLabel } from '../../lib/day-labels.rules.ts'

/** What the ribbon distinguishes, as it stacks them from the bottom up. */
export const layers = ['arrived', 'confirmed', 'reschedule', 'notConfirmed'] as const
export type Layer = (typeof layers)[number]

/** As the legend lists them. */
export const legend: readonly Layer[] = ['notConfirmed', 'confirmed', 'reschedule', 'arrived']

export const layerWords: Readonly<Record<Layer, string>> = {
  notConfirmed: 'not confirmed',
  confirmed: 'confirmed',
  reschedule: 'asked to reschedule',
  arrived: 'arrived',
}

/** A visit that takes nobody's time is not drawn. */
const LAYER: Readonly<Record<Standing, Layer | null>> = {
  notConfirmed: 'notConfirmed',
  confirmed: 'confirmed',
  reschedule: 'reschedule',
  held: 'reschedule',
  arrived: 'arrived',
  completed: 'arrived',
  admitted: 'arrived',
  discharged: 'arrived',
  cancelled: null,
  noShow: null,
}

/** Whether the columns count the visit. */
export function isDrawn(visit: StandingFacts): boolean {
  return LAYER[standingOf(visit)] !== null
}

export interface Slot {
  /** HH:MM */
  readonly time: string
  readonly counts: Readonly<Record<Layer, number>>
  readonly total: number
}

interface Mark {
  readonly startTime: string
  readonly standing: Standing
}

const OPEN = { from: '08:00', to: '17:00' }
const none = (): Record<Layer, number> => ({ notConfirmed: 0, confirmed: 0, reschedule: 0, arrived: 0 })

/** The half hour in which a time lies: "09:30" for "09:45". */
export function slotOf(time: string): string {
  return `${time.slice(0, 3)}${time.slice(3) < '30' ? '00' : '30'}`
}

/** The half hours from 08:00 to 17:00, or as far as visits go. */
export function slotsOf(marks: readonly Mark[]): Slot[] {
  const bySlot = new Map<string, Record<Layer, number>>()
  for (const { startTime, standing } of marks) {
    const layer = LAYER[standing]
    if (layer === null) continue
    const slot = slotOf(startTime)
    const counts = bySlot.get(slot) ?? none()
    counts[layer] += 1
    bySlot.set(slot, counts)
  }
  const taken = [...bySlot.keys()].sort()
  const first = taken[0] ?? OPEN.from
  const last = taken.at(-1) ?? OPEN.from
  return halfHours()
    .filter((time) => (time >= OPEN.from && time < OPEN.to) || (time >= first && time <= last))
    .map((time) => {
      const counts = bySlot.get(time) ?? none()
      return { time, counts, total: sum(counts) }
    })
}

export function totalsOf(slots: readonly Slot[]): Readonly<Record<Layer, number>> & { readonly all: number } {
  const totals = none()
  for (const { counts } of slots) for (const layer of layers) totals[layer] += counts[layer]
  return { ...totals, all: sum(totals) }
}

/** "9:30, 4 visits, 2 not confirmed" */
export function slotName({ time, counts, total }: Slot): string {
  const parts = [slotLabel(time), visitCount(total)]
  if (counts.notConfirmed > 0) parts.push(`${counts.notConfirmed} not confirmed`)
  return parts.join(', ')
}

export function visitCount(count: number): string {
  return count === 1 ? '1 visit' : `${count} visits`
}

/** The blocks of a column from the top down. A column of more visits than fit has one block per layer, as high as its share. */
export function blocksOf({ counts }: Slot, highest: number, most: number): { layer: Layer; units: number }[] {
  const down = [...layers].reverse()
  if (highest > most) return down.flatMap((layer) => (counts[layer] > 0 ? [{ layer, units: counts[layer] }] : []))
  return down.flatMap((layer) => Array.from({ length: counts[layer] }, () => ({ layer, units: 1 })))
}

function sum(counts: Readonly<Record<Layer, number>>): number {
  return layers.reduce((all, layer) => all + counts[layer], 0)
}
