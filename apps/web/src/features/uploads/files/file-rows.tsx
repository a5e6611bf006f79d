import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Card } from '../kind-head.tsx'
import type { FileActor } from './file.machine.ts'
import { AgainButton, FileState } from './file-state.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import type { FileUploadsActor } from './file-uploads.machine.ts'
import type { Match, Target } from './targets.rules.ts'

export interface ChoiceProps {
  fileName: string
  target: Target | null
  /** The target that the file's name means. */
  match: Match | null
  onChoose: (target: Target | null) => void
}

interface FileRowsProps {
  actor: FileUploadsActor
  /** The heading: "Pictures" */
  title: string
  /** Lets a person choose whose a file is. Null for files that belong to nobody. */
  choice: ((props: ChoiceProps) => ReactNode) | null
  /** "doctor" */
  noun: string
  /** The files are held until a button is pressed: "Send 1 document", "Send 3 documents". */
  held?: readonly [one: string, several: string]
  off: string | undefined
}

/** A row for each file: whose it is, how far it is, or why it was refused. */
export function FileRows({ actor, title, choice, noun, held, off }: FileRowsProps) {
  const files = useSelector(actor, ({ context }) => context.files)
  const list = useRef<HTMLUListElement>(null)
  const toList = () => list.current?.focus()
  function remove(id: string) {
    actor.send({ type: 'removed', id })
    toList()
  }
  if (files.length === 0) return null
  return (
    <Card label={title} head={<h3 className="text-sm font-semibold">{title}</h3>}>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={title}
        className="divide-y divide-line border-t border-line outline-none"
      >
        {files.map(({ id, actor: child }) => (
          <li key={id}>
            <FileRow {...{ child, choice, noun, off }} onRemove={() => remove(id)} />
          </li>
        ))}
      </ul>
      {held && <SendFoot {...{ actor, noun, held, off }} onSent={toList} />}
    </Card>
  )
}

interface FileRowProps extends Pick<FileRowsProps, 'choice' | 'noun' | 'off'> {
  child: FileActor
  onRemove: () => void
}

function FileRow({ child, choice, noun, off, onRemove }: FileRowProps) {
  const { file, target, match } = useSelector(child, ({ context }) => context)
  const state = useSelector(child, ({ value }) => value)
  const isOpen = state === 'waiting' || state === 'refused'
  const whose = target && <TargetWords target={target} />
  const onChoose = (next: Target | null) => child.send({ type: 'chosen', target: next })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <FileThumbnail file={file} />
      <div className="min-w-0 flex-1 basis-32 md:basis-48">
        <p className="text-sm font-medium wrap-anywhere">
          <bdi>{file.name}</bdi>
        </p>
        <FileState {...{ child, noun }} isOwned={choice !== null} />
      </div>
      {/* On a phone these have a line of their own, below the button that takes the file from the list. */}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 empty:hidden max-md:order-last max-md:w-full">
        {choice !== null && (isOpen ? choice({ fileName: file.name, target, match, onChoose }) : whose)}
        <AgainButton {...{ child, off }} />
      </div>
      {state !== 'sending' && <IconButton icon={X} label={`Take ${file.name} from the list`} onClick={onRemove} />}
    </div>
  )
}

export function TargetWords({ target: { label, detail } }: { target: Target }) {
  return (
    <p className="max-w-70 min-w-0 text-sm wrap-anywhere">
      <bdi className="block">{label}</bdi>
      {detail !== null && <span className="num block text-xs text-muted">{detail}</span>}
    </p>
  )
}

interface SendFootProps extends Pick<FileRowsProps, 'actor' | 'noun' | 'off'> {
  held: NonNullable<FileRowsProps['held']>
  /** The focus goes to another place than the button, which may go away. */
  onSent: () => void
}

/** Sends the files of which it is known whose they are. */
function SendFoot({ actor, noun, held: [one, several], off, onSent }: SendFootProps) {
  const { ready, unknown, looked } = useSelector(actor, ({ context }) => context)
  if (ready + unknown === 0) return null
  const why =
    off ??
    // A file that is found while the button is pressed would go up unseen.
    (looked > 0 ? `Wait until each ${noun} is looked up` : undefined) ??
    (ready === 0 ? `Choose the ${noun} first` : undefined)
  function send() {
    actor.send({ type: 'send' })
    onSent()
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-4 py-3">
      {unknown > 0 && (
        <p className="num min-w-0 flex-1 basis-48 text-sm text-muted">
          {unknown === 1 ? `1 still needs its ${noun}` : `${unknown} still need their ${noun}`}
        </p>
      )}
      <Button kind="primary" disabledReason={why} onClick={send}>
        {ready === 0 ? `Send ${several}` : `Send ${ready} ${ready === 1 ? one : several}`}
      </Button>
    </div>
  )
}
