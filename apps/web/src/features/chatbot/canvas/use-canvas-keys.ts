import type { Command } from '../../../lib/commands.rules.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import type { Point } from './canvas.rules.ts'

interface Moves {
  readonly step: (by: Point) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly duplicate: () => void
  readonly selectAll: () => void
  readonly addAfter: () => void
  readonly connect: () => void
  readonly remove: () => void
  readonly edit: () => void
  readonly problems: () => void
  readonly test: () => void
  readonly zoom: (to: 'in' | 'out' | 'all' | 'full') => void
}

/** The distance of an arrow key, and with Shift. */
const STEP = 20
const LEAP = 100
const WAYS = [
  ['arrowright', 'right', 1, 0],
  ['arrowleft', 'left', -1, 0],
  ['arrowdown', 'down', 0, 1],
  ['arrowup', 'up', 0, -1],
] as const

const at = { group: 'Chatbot builder', within: '[data-flow-keys]' } as const
const isWriting = (from: Element | null) => from?.matches('input, textarea, [contenteditable]') ?? false

/** The keys of the canvas; those of one letter work on a block alone. */
export function useCanvasKeys(moves: Moves): void {
  const arrows = WAYS.flatMap(([key, way, x, y]): Command[] => [
    {
      ...{ id: `flow-${way}`, title: `Move the block ${way}`, keys: [key], onlyKey: true, repeats: true, ...at },
      run: () => moves.step({ x: x * STEP, y: y * STEP }),
    },
    {
      ...{ id: `flow-far-${way}`, title: `Move the block far ${way}`, keys: [`shift+${key}`], onlyKey: true, ...at },
      ...{ repeats: true, run: () => moves.step({ x: x * LEAP, y: y * LEAP }) },
    },
  ])
  useCommands([
    ...arrows,
    { id: 'flow-edit', title: 'Edit the block', keys: ['enter'], onlyKey: true, ...at, run: moves.edit },
    { id: 'flow-add', title: 'Add a block after', keys: ['a'], onlyKey: true, ...at, run: moves.addAfter },
    { id: 'flow-connect', title: 'Connect the block', keys: ['c'], onlyKey: true, ...at, run: moves.connect },
    {
      ...{ id: 'flow-delete', title: 'Delete the block', keys: ['delete', 'backspace'], onlyKey: true, ...at },
      run: moves.remove,
    },
    { id: 'flow-duplicate', title: 'Duplicate the block', keys: ['mod+d'], onlyKey: true, ...at, run: moves.duplicate },
    { id: 'flow-all', title: 'Select all blocks', keys: ['mod+a'], onlyKey: true, ...at, run: moves.selectAll },
    {
      ...{ id: 'flow-in', title: 'Zoom in', keys: ['+', '='], ...at, repeats: true, onlyKey: true },
      run: () => moves.zoom('in'),
    },
    {
      ...{ id: 'flow-out', title: 'Zoom out', keys: ['-'], ...at, repeats: true, onlyKey: true },
      run: () => moves.zoom('out'),
    },
    { id: 'flow-fit', title: 'Fit all blocks', keys: ['0'], ...at, onlyKey: true, run: () => moves.zoom('all') },
    { id: 'flow-full', title: 'Zoom to 100%', keys: ['1'], ...at, onlyKey: true, run: () => moves.zoom('full') },
    { id: 'flow-problems', title: 'Show the problems', keys: ['p'], ...at, onlyKey: true, run: moves.problems },
    { id: 'flow-test', title: 'Test the chatbot', keys: ['t'], ...at, onlyKey: true, run: moves.test },
    {
      ...{ id: 'flow-undo', title: 'Undo', keys: ['mod+z'], group: at.group, repeats: true },
      ...{ holds: (from) => !isWriting(from), run: moves.undo },
    },
    {
      ...{ id: 'flow-redo', title: 'Redo', keys: ['mod+shift+z', 'mod+y'], group: at.group, repeats: true },
      ...{ holds: (from) => !isWriting(from), run: moves.redo },
    },
  ])
}
