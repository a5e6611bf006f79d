import { nodeOf } from '@foyer/contracts/chatbot/edit.rules.ts'
import { blockKindOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { clsx } from 'clsx'
import { ChevronDown, ChevronRight, CircleAlert, CornerDownRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { BlockIcon } from '../block-icon.tsx'
import { bodyOf } from '../block-words.rules.ts'
import { type OutlineItem, outlineOf } from './outline.rules.ts'

interface OutlineTreeProps {
  flow: Flow
  current: string | null
  onSelect: (nodeId: string) => void
  /** Enter on a block. */
  onEdit?: () => void
}

/** The flow as a tree to read and to walk through by keys. */
export function OutlineTree({ flow, current, onSelect, onEdit }: OutlineTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const all = outlineOf(flow)
  const parents = new Map(all.map(({ key, parent }) => [key, parent]))
  const isHidden = ({ parent }: OutlineItem) => {
    for (let above = parent; above !== null; above = parents.get(above) ?? null) if (closed.has(above)) return true
    return false
  }
  const shown = all.filter((item) => !isHidden(item))
  const own = shown.find(({ key }) => key === at)
  const stop = own ?? shown.find(({ nodeId, is }) => nodeId === current && is === 'block') ?? shown[0]

  function goTo(item: OutlineItem | undefined) {
    if (item === undefined) return
    setAt(item.key)
    if (item.nodeId !== null) onSelect(item.nodeId)
    root.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(item.key)}"]`)?.focus()
  }
  const fold = (key: string, isClosed: boolean) =>
    setClosed((before) => {
      const next = new Set(before)
      if (isClosed) next.add(key)
      else next.delete(key)
      return next
    })
  function onKeyDown(event: KeyboardEvent) {
    if (stop === undefined) return
    const place = shown.indexOf(stop)
    const isOpen = stop.hasChildren && !closed.has(stop.key)
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(shown[place + 1]),
      ArrowUp: () => goTo(shown[place - 1]),
      Home: () => goTo(shown[0]),
      End: () => goTo(shown.at(-1)),
      ArrowRight: () =>
        stop.hasChildren && !isOpen ? fold(stop.key, false) : goTo(isOpen ? shown[place + 1] : undefined),
      ArrowLeft: () => (isOpen ? fold(stop.key, true) : goTo(all.find(({ key }) => key === stop.parent))),
      Enter: () => onEdit?.(),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div ref={root} role="tree" aria-label="Outline" tabIndex={-1} onKeyDown={onKeyDown} className="space-y-px p-2">
      {shown.map((item) => {
        const { key, nodeId, title, by, is, level, hasChildren } = item
        const node = nodeId === null ? undefined : nodeOf(flow, nodeId)
        const isOpen = hasChildren && !closed.has(key)
        const Fold = isOpen ? ChevronDown : ChevronRight
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its items
          <div
            key={key}
            role="treeitem"
            data-item={key}
            aria-level={level}
            aria-expanded={hasChildren ? isOpen : undefined}
            aria-selected={nodeId === current && is === 'block'}
            tabIndex={item === stop ? 0 : -1}
            onClick={() => goTo(item)}
            style={{ paddingInlineStart: `${(level - 1) * 20 + 4}px` }}
            className={clsx(
              'focus-inset flex min-h-9 cursor-default items-start gap-2 rounded-md py-1.5 pr-2 text-sm pointer-coarse:min-h-11',
              nodeId === current && is === 'block' ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <span className="grid size-6 shrink-0 place-items-center">
              {hasChildren && (
                <span
                  aria-hidden
                  onClick={(event) => {
                    event.stopPropagation()
                    fold(key, isOpen)
                  }}
                >
                  <Fold size={14} className="text-muted" />
                </span>
              )}
            </span>
            {is === 'nothing' ? (
              <CircleAlert aria-hidden size={16} className="mt-1 shrink-0 text-bad-text" />
            ) : is === 'again' ? (
              <CornerDownRight aria-hidden size={16} className="mt-1 shrink-0 text-muted" />
            ) : (
              node && <BlockIcon kind={blockKindOf(node)} />
            )}
            <span className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
              {by !== null && <span className="text-muted">{`${by}: `}</span>}
              <span className={clsx('font-semibold', is === 'nothing' && 'text-bad-text')}>{title}</span>
              {is === 'again' && <span className="text-muted"> (above)</span>}
              {is === 'block' && node && bodyOf(node) !== '' && bodyOf(node) !== title && (
                <span className="block text-muted">{bodyOf(node)}</span>
              )}
            </span>
          </div>
        )
      })}
    </div>
  )
}
