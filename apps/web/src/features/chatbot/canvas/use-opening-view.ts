import { useNodesInitialized, useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { BlockNode } from './block-node.tsx'
import { FIT, isSameView, openingView } from './fit.rules.ts'

interface Shown {
  readonly width: number
  /** Null until the canvas has moved there. */
  readonly view: Viewport | null
}

/**
 * Once the blocks are measured, the canvas shows all of them, or begins at this one where they could not be read. It does so again
 * when a pane beside it opens or closes, unless somebody moved the view since.
 */
export function useOpeningView(root: RefObject<HTMLElement | null>, blockId: string | null): void {
  const view = useReactFlow<BlockNode>()
  const isMeasured = useNodesInitialized()
  const width = useStore((store) => store.width)
  const shown = useRef<Shown | null>(null)
  const begin = useRef(blockId)
  begin.current = blockId
  useLayoutEffect(() => {
    const frame = root.current?.getBoundingClientRect()
    const before = shown.current
    if (!isMeasured || !frame || before?.width === width) return
    if (before !== null && before.view !== null && !isSameView(before.view, view.getViewport())) return
    const block = begin.current === null ? null : view.getNodesBounds([begin.current])
    const opening = block && openingView({ frame, all: view.getNodesBounds(view.getNodes()), block })
    const now: Shown = { width, view: null }
    shown.current = now
    void (opening ? view.setViewport(opening) : view.fitView(FIT)).then(() => {
      if (shown.current === now) shown.current = { width, view: view.getViewport() }
    })
  }, [isMeasured, view, root, width])
}
