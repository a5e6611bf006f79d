import { useSelector } from '@xstate/react'
import { CircleAlert, CircleCheck, Clock, FileText, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isPicture } from '../../../lib/files.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Card } from '../kind-head.tsx'
import { uploadFailure } from '../upload-failure.rules.ts'
import type { FileActor } from './file.machine.ts'
import type { PicturesActor } from './pictures.machine.ts'
import type { Target } from './targets.rules.ts'

interface FileRowsProps {
  actor: PicturesActor
  /** The heading: "Pictures" */
  title: string
  /** Whose a file may be. Null for files that belong to nobody. */
  targets: readonly Target[] | null
  /** "doctor" */
  noun: string
  off: string | undefined
}

/** A row for each file: whose it is, how far it is, or why it was refused. */
export function FileRows({ actor, title, targets, noun, off }: FileRowsProps) {
  const files = useSelector(actor, ({ context }) => context.files)
  if (files.length === 0) return null
  return (
    <Card label={title} head={<h3 className="text-sm font-semibold">{title}</h3>}>
      <ul aria-label={title} className="divide-y divide-line border-t border-line">
        {files.map(({ id, actor: child }) => (
          <li key={id}>
            <FileRow {...{ child, targets, noun, off }} onRemove={() => actor.send({ type: 'removed', id })} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface FileRowProps extends Pick<FileRowsProps, 'targets' | 'noun' | 'off'> {
  child: FileActor
  onRemove: () => void
}

function FileRow({ child, targets, noun, off, onRemove }: FileRowProps) {
  const { file, targetId } = useSelector(child, ({ context }) => context)
  const state = useSelector(child, ({ value }) => value)
  const isFixed = state === 'sending' || state === 'kept'
  const whose = targets?.find(({ id }) => id === targetId)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-medium wrap-anywhere">
          <bdi>{file.name}</bdi>
        </p>
        <FileState child={child} isUnmatched={targets !== null && targetId === null} noun={noun} />
      </div>
      {targets !== null &&
        (isFixed ? (
          <p className="max-w-70 min-w-0 text-sm wrap-anywhere">{whose?.label}</p>
        ) : (
          <Select
            label={`The ${noun} of ${file.name}`}
            value={targetId ?? ''}
            choices={[
              ...(targetId === null ? [{ value: '', label: `Choose a ${noun}` }] : []),
              ...targets.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={(next) => next !== '' && child.send({ type: 'chosen', targetId: next })}
            className="max-w-70"
          />
        ))}
      {state === 'refused' && (
        <Button size="sm" icon={RotateCw} disabledReason={off} onClick={() => child.send({ type: 'again' })}>
          Try again
        </Button>
      )}
      {state !== 'sending' && <IconButton icon={X} label={`Take ${file.name} from the list`} onClick={onRemove} />}
    </div>
  )
}

function FileState({ child, isUnmatched, noun }: { child: FileActor; isUnmatched: boolean; noun: string }) {
  const state = useSelector(child, ({ value }) => value)
  const { share, error } = useSelector(child, ({ context }) => context)
  const look = 'num flex items-start gap-1 text-xs'
  switch (state) {
    case 'kept':
      return (
        <p className={`${look} text-ok-text`}>
          <CircleCheck aria-hidden size={14} className="shrink-0" />
          Kept
        </p>
      )
    case 'sending':
      return (
        <p className={`${look} text-muted`}>
          <Spinner size={14} />
          {share < 1 ? `Sending ${Math.round(share * 100)} %` : 'Being checked'}
        </p>
      )
    case 'refused':
      return (
        <p role="alert" className={`${look} wrap-anywhere text-bad-text`}>
          <CircleAlert aria-hidden size={14} className="shrink-0" />
          {uploadFailure(error)}
        </p>
      )
    default:
      return (
        <p className={`${look} ${isUnmatched ? 'text-warn-text' : 'text-muted'}`}>
          {isUnmatched ? (
            <CircleAlert aria-hidden size={14} className="shrink-0" />
          ) : (
            <Clock aria-hidden size={14} className="shrink-0" />
          )}
          {isUnmatched ? `Choose the ${noun}` : 'Waiting'}
        </p>
      )
  }
}

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isPicture(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url !== null)
    return <img src={url} alt="" onError={() => setUrl(null)} className="size-10 shrink-0 rounded-sm object-cover" />
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
      <FileText aria-hidden size={18} strokeWidth={1.5} />
    </span>
  )
}
