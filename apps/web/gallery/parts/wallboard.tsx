import { never, ok, refuse } from '../canned-api.ts'
import { board, crowdOf } from '../fixtures/board.ts'
import { part } from '../gallery-entry.ts'
import { ShiftScene, WallboardScene } from '../scenes/wallboard-scene.tsx'

const nothing = { ...board, rows: [], desks: [], day: { ...board.day, typicalMinutes: null, loads: {} } }

export const wallboardPart = part('Wallboard', {
  usual: { title: 'A morning', show: () => <WallboardScene /> },
  crowd: {
    title: 'Many wait for one thing',
    show: () => <WallboardScene answers={{ board: () => ok({ ...board, rows: crowdOf(40) }) }} />,
  },
  more: {
    title: 'More wait than fit',
    show: () => <WallboardScene answers={{ board: () => ok({ ...board, rows: crowdOf(1200), truncated: true }) }} />,
  },
  empty: { title: 'Nobody waits', show: () => <WallboardScene answers={{ board: () => ok(nothing) }} /> },
  loading: { title: 'Loading', show: () => <WallboardScene answers={{ board: never }} /> },
  failed: { title: 'Not loaded', show: () => <WallboardScene answers={{ board: () => refuse() }} /> },
  behind: { title: 'Not live', show: () => <WallboardScene offline /> },
  shift: { title: 'Your shift', show: () => <ShiftScene /> },
  'shift-off': { title: 'Your shift, off', show: () => <ShiftScene answers={{ desks: () => ok([]) }} /> },
  'shift-loading': { title: 'Your shift, loading', show: () => <ShiftScene answers={{ desks: never }} /> },
  'shift-failed': { title: 'Your shift, not loaded', show: () => <ShiftScene answers={{ desks: () => refuse() }} /> },
})
