import { clip, edgeFrom, nodeOf } from '@foyer/contracts/chatbot/edit.rules.ts'
import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { type BlockKind, kindLabel, portLabel, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'
import { useSelector } from '@xstate/react'
import { type Connection, type Node, useReactFlow } from '@xyflow/react'
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStable } from '../../../lib/use-stable.ts'
import type { BuilderActor } from '../chatbot-builder.machine.ts'
import type { BlockNode } from './block-node.tsx'
import { freePlace, freePort, orderOf, type Point } from './canvas.rules.ts'
import { clippingText, readClipping } from './clipping.rules.ts'
import { FIT } from './fit.rules.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useCanvasNodes } from './use-canvas-nodes.ts'
import { useOpeningView } from './use-opening-view.ts'

export interface CanvasProps {
  readonly actor: BuilderActor
  readonly flow: Flow
  readonly findings: readonly Finding[]
  /** The block in which the test stands, and the ports that it took. */
  readonly here: string | null
  readonly taken: readonly string[]
  readonly onEdit: () => void
  readonly onTest: () => void
}

const NEW_AT = { x: 0.35, y: 0.4 }

export function useCanvas({ actor, flow, findings, here, taken, onEdit, onTest }: CanvasProps) {
  const view = useReactFlow<BlockNode>()
  const current = useSelector(actor, ({ context }) => context.activeElement)
  const from = useSelector(actor, ({ context }) => context.from)
  const [said, say] = useState('')
  const root = useRef<HTMLElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  // A drag draws the canvas many times a second and changes no order.
  const order = useMemo(() => orderOf(flow), [flow])
  const onFocus = useCallback((id: string) => actor.send({ type: 'SELECT', id }), [actor])
  const stop = current ?? order[0] ?? null
  const drawn = useCanvasNodes({ flow, findings, current, stop, here, taken, onFocus })
  useOpeningView(root, stop)
  const name = (id: string | null) => {
    const node = id === null ? undefined : nodeOf(actor.getSnapshot().context.activeFlowData, id)
    return node === undefined ? 'Nothing' : titleOf(node)
  }
  const blockOf = (id: string | null) =>
    id === null ? null : (root.current?.querySelector<HTMLElement>(`[data-node-id="${id}"]`) ?? null)

  /** A block that is chosen by a key may lie outside of what is seen. */
  function show(id: string) {
    const node = view.getInternalNode(id)
    const frame = root.current?.getBoundingClientRect()
    if (!node || !frame) return
    const { x, y, zoom } = view.getViewport()
    const { width = 0, height = 0 } = node.measured
    const left = node.internals.positionAbsolute.x * zoom + x
    const top = node.internals.positionAbsolute.y * zoom + y
    const isSeen = left >= 0 && top >= 0 && left + width * zoom <= frame.width && top + height * zoom <= frame.height
    if (!isSeen)
      void view.setCenter(
        node.internals.positionAbsolute.x + width / 2,
        node.internals.positionAbsolute.y + height / 2,
        { zoom },
      )
  }
  function goTo(id: string) {
    // A block outside of what is seen is in the page once it is selected, and takes the focus only then.
    flushSync(() => {
      drawn.pick([id])
      actor.send({ type: 'SELECT', id })
    })
    show(id)
    blockOf(id)?.focus({ preventScroll: true })
  }
  const backToBlock = () => blockOf(actor.getSnapshot().context.activeElement ?? stop)?.focus({ preventScroll: true })
  /** A new block takes the focus once it is measured: the canvas shows it no earlier. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const { sizes } = drawn
  useEffect(() => {
    if (awaited === null || !sizes.has(awaited)) return
    root.current?.querySelector<HTMLElement>(`[data-node-id="${awaited}"]`)?.focus({ preventScroll: true })
    setAwaited(null)
  }, [awaited, sizes])

  const chosen = () => {
    // A block that was chosen elsewhere, such as in the outline, stands for itself.
    if (drawn.picked.size > 1 && (current === null || drawn.picked.has(current))) return [...drawn.picked]
    return current === null ? [] : [current]
  }
  const count = (ids: readonly string[]) => (ids.length === 1 ? name(ids[0] ?? null) : `${ids.length} blocks`)

  function add(kind: BlockKind) {
    const { activeFlowData, activeElement } = actor.getSnapshot().context
    const before = activeElement === null ? undefined : nodeOf(activeFlowData, activeElement)
    const port = before && freePort(activeFlowData, before)
    const frame = root.current?.getBoundingClientRect()
    const middle: Point = frame
      ? view.screenToFlowPosition({ x: frame.x + frame.width * NEW_AT.x, y: frame.y + frame.height * NEW_AT.y })
      : { x: 0, y: 0 }
    const beside = before?.at ? { x: before.at.x + 288, y: before.at.y } : middle
    const at = freePlace(activeFlowData, before ? beside : middle)
    actor.send({ type: 'ADD', kind, at, ...(before && port ? { after: { nodeId: before.id, port } } : {}) })
    const { activeElement: added } = actor.getSnapshot().context
    if (added === null || added === activeElement) return
    drawn.pick([added])
    setAwaited(added)
    say(before && port ? `${kindLabel(kind)} added after ${titleOf(before)}` : `${kindLabel(kind)} added`)
  }

  function remove() {
    if (drawn.pickedEdges.size > 0) {
      actor.send({ type: 'DISCONNECT', ids: [...drawn.pickedEdges] })
      return say(drawn.pickedEdges.size === 1 ? 'Line removed' : `${drawn.pickedEdges.size} lines removed`)
    }
    const ids = chosen()
    if (ids.length === 0) return
    const at = order.indexOf(ids[0] ?? '')
    const words = `${count(ids)} deleted`
    const next = order.find((id, place) => place > at && !ids.includes(id)) ?? order.find((id) => !ids.includes(id))
    actor.send({ type: 'REMOVE', ids })
    say(words)
    if (next !== undefined) goTo(next)
  }

  function connected({ source, sourceHandle, target }: Pick<Connection, 'source' | 'sourceHandle' | 'target'>) {
    const node = nodeOf(flow, source)
    const port = sourceHandle ?? 'next'
    if (node === undefined) return
    actor.send({ type: 'CONNECT', source, port, target })
    say(`${port === 'next' ? titleOf(node) : portLabel(node, port)} connected to ${name(target)}`)
  }

  /** The hand lets go: all that it held moved as far as the block under it. */
  function dropped(node: Node, all: readonly Node[]) {
    const was = nodeOf(flow, node.id)?.at ?? { x: 0, y: 0 }
    const by = { x: Math.round(node.position.x - was.x), y: Math.round(node.position.y - was.y) }
    actor.send({ type: 'MOVE', ids: all.map(({ id }) => id), by })
    drawn.letGo()
  }

  async function tidy() {
    const { tidyPlaces } = await import('./tidy.ts')
    const held = actor.getSnapshot().context.activeFlowData
    const sizeOf = (id: string) => drawn.sizes.get(id) ?? { width: 216, height: 96 }
    actor.send({ type: 'TIDY', places: tidyPlaces(held, sizeOf) })
    say('Blocks tidied up')
    requestAnimationFrame(() => void view.fitView(FIT))
  }

  function pasteText(text: string) {
    const clipping = readClipping(text)
    if (clipping === null) return false
    actor.send({ type: 'PASTE', clipping })
    const { activeElement } = actor.getSnapshot().context
    if (activeElement !== null) setAwaited(activeElement)
    say(`${clipping.nodes.length === 1 ? 'Block' : `${clipping.nodes.length} blocks`} pasted`)
    return true
  }

  function copy(event: ClipboardEvent, isCut: boolean) {
    const ids = chosen()
    if (ids.length === 0) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', clippingText(clip(flow, ids)))
    if (isCut) remove()
    else say(`${count(ids)} copied`)
  }

  const moves = {
    step: (by: Point) => {
      const ids = chosen()
      if (ids.length === 0) return
      actor.send({ type: 'MOVE', ids, by })
      const way = by.x > 0 ? 'right' : by.x < 0 ? 'left' : by.y > 0 ? 'down' : 'up'
      say(`${count(ids)} moved ${way} by ${Math.abs(by.x || by.y)}`)
    },
    undo: () => {
      actor.send({ type: 'UNDO' })
      say('Undone')
    },
    redo: () => {
      actor.send({ type: 'REDO' })
      say('Done again')
    },
    duplicate: () => {
      const ids = chosen()
      if (ids.length > 0) pasteText(clippingText(clip(flow, ids)))
    },
    selectAll: () => {
      drawn.pick(order)
      say(`${order.length} blocks selected`)
    },
    addAfter: () => {
      bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
      say(current === null ? 'Pick a block to add' : `Pick a block to add after ${name(current)}`)
    },
    connect: () => {
      if (current !== null) actor.send({ type: 'BEGIN_CONNECT', source: current })
      if (actor.getSnapshot().context.from === null) say('This block leads nowhere')
    },
    problems: () => root.current?.querySelector<HTMLElement>('[data-problems]')?.click(),
    zoom: (to: 'in' | 'out' | 'all' | 'full') => {
      if (to === 'in') void view.zoomIn()
      else if (to === 'out') void view.zoomOut()
      else if (to === 'all') void view.fitView(FIT)
      else void view.zoomTo(1)
    },
    ...{ remove, edit: onEdit, test: onTest },
  }
  useCanvasKeys(moves)

  const source = from && nodeOf(flow, from.source)
  // The canvas tells each handler that changed to all its blocks and lines, so these stay the same.
  const hand = {
    onConnect: useStable(connected),
    onNodeDragStart: useStable(() => actor.send({ type: 'DRAG' })),
    onNodeDragStop: useStable((_: unknown, node: Node, all: Node[]) => dropped(node, all)),
    onSelectionDragStart: useStable(() => actor.send({ type: 'DRAG' })),
    onSelectionDragStop: useStable((_: unknown, [first, ...others]: Node[]) => {
      if (first) dropped(first, [first, ...others])
    }),
    onSelectionEnd: useStable(() => {
      const [first] = drawn.picked
      if (first !== undefined && (current === null || !drawn.picked.has(current)))
        actor.send({ type: 'SELECT', id: first })
    }),
    onPaneClick: useStable(() => actor.send({ type: 'SELECT', id: null })),
  }
  return {
    ...{ drawn, said, root, bar, add, backToBlock, tidy: () => void tidy() },
    connecting: from && source ? { node: source, port: from.port ?? onlyPort(flow, from.source) } : null,
    pickPort: (port: string) => actor.send({ type: 'PICK_PORT', port }),
    connectTo: (target: string) => {
      if (from === null || !source) return
      const port = from.port ?? onlyPort(flow, from.source)
      actor.send({ type: 'CONNECT', target })
      const isDone =
        edgeFrom(actor.getSnapshot().context.activeFlowData, from.source, port ?? 'next')?.target === target
      say(
        isDone
          ? `${port === null || port === 'next' ? titleOf(source) : portLabel(source, port)} connected to ${name(target)}`
          : '',
      )
      backToBlock()
    },
    cancel: () => {
      actor.send({ type: 'CANCEL' })
      backToBlock()
    },
    openProblem: (nodeId: string | null) => {
      if (nodeId !== null) goTo(nodeId)
    },
    keys: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Tab' || !(event.target as HTMLElement).dataset.nodeId) return
        const next = order[order.indexOf(current ?? '') + (event.shiftKey ? -1 : 1)]
        if (next === undefined) return
        event.preventDefault()
        goTo(next)
      },
      onCopy: (event: ClipboardEvent) => copy(event, false),
      onCut: (event: ClipboardEvent) => copy(event, true),
      onPaste: (event: ClipboardEvent) => {
        if (pasteText(event.clipboardData.getData('text/plain'))) event.preventDefault()
      },
    },
    hand,
  }
}

function onlyPort(flow: Flow, id: string): string | null {
  const node = nodeOf(flow, id)
  const [port = null, ...others] = node ? portsOf(node) : []
  return others.length === 0 ? port : null
}
