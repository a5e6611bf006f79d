import { useNodesInitialized, useReactFlow } from '@xyflow/react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { BlockNode } from './block-node.tsx'
import { FIT, openingView } from './fit.rules.ts'

/** Once the blocks are measured, the canvas shows all of them, or begins at this one where they could not be read. */
export function useOpeningView(root: RefObject<HTMLElement | null>, blockId: string | null): void {
  const view = useReactFlow<BlockNode>()
  const isMeasured = useNodesInitialized()
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    const frame = root.current?.getBoundingClientRect()
    if (!isMeasured || isOpen.current || !frame) return
    isOpen.current = true
    const block = blockId === null ? null : view.getNodesBounds([blockId])
    const opening = block && openingView({ frame, all: view.getNodesBounds(view.getNodes()), block })
    void (opening ? view.setViewport(opening) : view.fitView(FIT))
  }, [isMeasured, view, root, blockId])
}
