import { clip } from '@foyer/contracts/chatbot/edit.rules.ts'
import { blockKindOf, blockLabel } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { TITLE_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { clsx } from 'clsx'
import { Copy, Play, Trash2 } from 'lucide-react'
import { type ReactNode, type Ref, Suspense } from 'react'
import { Loading } from '../../../parts/state-notes.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { BlockIcon } from '../block-icon.tsx'
import { FlowSettings } from './flow-settings.tsx'
import { type BlockProps, otherProblems } from './settings.rules.ts'

/** The canvas is shown without a selected block, so the fields of the kinds come after it. */
export const loadOwnSettings = async () => (await import('./own-settings.tsx')).OwnSettings
const OwnSettings = lazyPart(loadOwnSettings, SaidInPlace)

interface BlockSettingsProps extends Omit<BlockProps, 'node' | 'onEdit'> {
  ref?: Ref<HTMLElement>
  /** Null: the settings of the whole chatbot. */
  node: FlowNode | null
  onPlay: (nodeId: string) => void
}

/** The settings of the selected block; without one those of the chatbot. */
export function BlockSettings({ ref, node, onPlay, ...rest }: BlockSettingsProps) {
  const { flow, findings, send } = rest
  if (node === null)
    return (
      <Frame ref={ref} title="Chatbot">
        <FlowSettings {...{ flow, send }} findings={findings.filter(({ nodeId }) => nodeId === null)} />
      </Frame>
    )
  const own = findings.filter(({ nodeId }) => nodeId === node.id)
  const props: BlockProps = {
    ...rest,
    node,
    findings: own,
    onEdit: (edit) => send({ type: 'EDIT', id: node.id, edit }),
  }
  return (
    <Frame
      ref={ref}
      title={blockLabel(node)}
      sign={<BlockIcon kind={blockKindOf(node)} />}
      acts={
        <>
          <IconButton icon={Play} label="Play from here" size="sm" onClick={() => onPlay(node.id)} />
          <IconButton
            icon={Copy}
            label="Duplicate block"
            size="sm"
            onClick={() => send({ type: 'PASTE', clipping: clip(flow, [node.id]) })}
          />
          <IconButton
            icon={Trash2}
            label="Delete block"
            size="sm"
            onClick={() => send({ type: 'REMOVE', ids: [node.id] })}
          />
        </>
      }
    >
      {otherProblems(own).map(({ code, severity, message }) => (
        <p
          key={code}
          className={clsx(
            'rounded-md border px-2.5 py-1.5 text-xs',
            severity === 'error' ? 'border-bad-line bg-bad text-bad-text' : 'border-warn-line bg-warn text-warn-text',
          )}
        >
          {message}
        </p>
      ))}
      {/* Another block has fields of its own. */}
      <div key={node.id} className="space-y-4">
        <Field
          label="Title"
          autoComplete="off"
          maxLength={TITLE_MAX}
          placeholder={blockLabel(node)}
          value={node.title ?? ''}
          onChange={({ target }) => props.onEdit({ title: target.value })}
        />
        <Suspense fallback={<Loading what="The block’s settings" rows={3} />}>
          <OwnSettings {...props} />
        </Suspense>
      </div>
    </Frame>
  )
}

interface FrameProps {
  ref?: Ref<HTMLElement> | undefined
  title: string
  sign?: ReactNode
  acts?: ReactNode
  children: ReactNode
}

function Frame({ ref, title, sign, acts, children }: FrameProps) {
  return (
    <aside
      ref={ref}
      aria-label="Block settings"
      className="flex min-h-0 w-73 shrink-0 flex-col border-l border-line bg-surface"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
        {sign}
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h2>
        {acts}
      </header>
      <div className="scrollbar-quiet min-h-0 flex-1 space-y-4 overflow-y-auto p-4">{children}</div>
    </aside>
  )
}
