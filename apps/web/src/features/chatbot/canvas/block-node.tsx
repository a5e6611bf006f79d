import { blockKindOf, blockLabel } from '@foyer/contracts/chatbot/flow.rules.ts'
import { Handle, type Node, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { memo, useEffect, useId, useRef } from 'react'
import { BlockIcon } from '../block-icon.tsx'
import type { Drawn } from './canvas.rules.ts'

export interface BlockData extends Record<string, unknown> {
  readonly drawn: Drawn
  /** Its kind, its words, where it leads and its problems. */
  readonly description: string
  readonly isCurrent: boolean
  /** Tab comes here first. */
  readonly isStop: boolean
  /** The test stands in this block. */
  readonly isHere: boolean
  readonly onFocus: (id: string) => void
}
export type BlockNode = Node<BlockData, 'block'>

const PORT = 'size-2.5! min-h-0! min-w-0! rounded-[2px]! border-2! before:absolute before:-inset-2 before:content-[""]'

/** A block as it stands on the canvas, with a port for each way out. */
export const BlockCard = memo(function BlockCard({ id, data, selected }: NodeProps<BlockNode>) {
  const { drawn, description, isCurrent, isStop, isHere, onFocus } = data
  const { node, title, body, next, rows, hasError } = drawn
  const about = useId()
  const measure = useUpdateNodeInternals()
  const ports = rows.map(({ port }) => port).join(' ')
  const measured = useRef(ports)
  useEffect(() => {
    // Ports that change places do not change the block's size, so that nothing else measures them again.
    if (measured.current !== ports) measure(id)
    measured.current = ports
  }, [measure, id, ports])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of a form
    <div
      role="group"
      aria-label={title}
      aria-describedby={about}
      aria-current={isCurrent || undefined}
      data-node-id={id}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(id)}
      className={clsx(
        'relative w-max min-w-43 max-w-55.5 rounded-lg border bg-surface text-sm text-ink outline-offset-4',
        isCurrent || selected
          ? 'border-accent ring-2 ring-accent'
          : hasError
            ? 'border-bad-fill'
            : 'border-line-strong',
      )}
    >
      {isHere && (
        <span className="absolute right-2 bottom-full mb-px rounded-t-sm bg-marker px-1.5 text-xs leading-4 font-semibold">
          Test is here
        </span>
      )}
      <span id={about} className="sr-only">
        {`${blockLabel(node)}. ${description}`}
      </span>
      <div className="flex h-10 items-center gap-2 px-2.5">
        {node.kind !== 'start' && <Port isTarget isConnected={false} isWrong={false} />}
        <BlockIcon kind={blockKindOf(node)} />
        <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </span>
        {hasError && rows.every(({ isWrong }) => !isWrong) && (
          <CircleAlert aria-hidden size={14} className="shrink-0 text-bad-text" />
        )}
      </div>
      {(body !== '' || next !== null) && (
        <div className="relative min-h-8 border-t border-line px-2.5 py-2">
          <p dir="auto" className="line-clamp-3 whitespace-pre-line wrap-anywhere text-muted">
            {body || '…'}
          </p>
          {next !== null && <Port port="next" isAtEnd {...next} />}
        </div>
      )}
      {rows.map(({ port, label, isAside, ...look }) => (
        <div
          key={port}
          className={clsx(
            'relative flex min-h-8 items-center gap-2 border-t border-line px-2.5 py-1.5',
            look.isWrong ? 'text-bad-text' : isAside && 'text-muted',
          )}
        >
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {label}
          </span>
          {look.isWrong && <CircleAlert aria-hidden size={14} className="shrink-0" />}
          <Port port={port} {...look} />
        </div>
      ))}
    </div>
  )
})

interface PortProps {
  isTarget?: boolean
  port?: string
  isConnected: boolean
  isWrong: boolean
  /** At the last line of the body. */
  isAtEnd?: boolean
}

function Port({ isTarget = false, port, isConnected, isWrong, isAtEnd = false }: PortProps) {
  return (
    <Handle
      type={isTarget ? 'target' : 'source'}
      id={port ?? 'in'}
      position={isTarget ? Position.Left : Position.Right}
      className={clsx(
        PORT,
        isTarget && 'top-5!',
        isAtEnd && 'top-auto! bottom-3!',
        isWrong
          ? 'border-bad-fill! bg-surface!'
          : isConnected
            ? 'border-accent! bg-accent!'
            : 'border-control! bg-surface!',
      )}
    />
  )
}
