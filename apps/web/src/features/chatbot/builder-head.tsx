import {
  ArrowLeft,
  Check,
  CircleAlert,
  CloudOff,
  History,
  ListTree,
  Redo2,
  Smartphone,
  Undo2,
  Upload,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { buttonLook, squareLook } from '../../ui/button-look.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'

export type SaveState = 'clean' | 'dirty' | 'saving' | 'conflicted' | 'waiting' | 'refused' | 'gone'

interface BuilderHeadProps {
  name: string
  saving: SaveState
  /** "Live version is from Nov 12" */
  live: string | null
  isTesting: boolean
  isOutline: boolean
  /** Reading and testing alone. */
  isPhone: boolean
  canUndo: boolean
  canRedo: boolean
  /** Why it can't be published now. */
  barred: string | undefined
  versionsTo: string
  onUndo: () => void
  onRedo: () => void
  onTest: () => void
  onOutline: () => void
  onPublish: () => void
}

/** The name of the chatbot, what is saved of it, and its acts. */
export function BuilderHead(props: BuilderHeadProps) {
  const { name, isTesting, isOutline, canUndo, canRedo, barred, versionsTo, isPhone } = props
  return (
    <header className="flex min-h-15 shrink-0 items-center gap-x-2 gap-y-2 border-b border-line bg-canvas px-4 py-2 md:px-6">
      <Link to="/chatbot" aria-label="Back to chatbots" className={squareLook('ghost', 'md')}>
        <ArrowLeft aria-hidden size={18} />
      </Link>
      <div className="min-w-0 flex-1 basis-40">
        <h1 className="truncate text-lg font-semibold tracking-tight">{name || 'Chatbot'}</h1>
        <p className="flex min-h-4 items-center gap-1 text-xs text-muted">
          <SaveWords {...props} />
        </p>
      </div>
      {!isPhone && (
        <>
          <IconButton
            icon={Undo2}
            label="Undo"
            disabledReason={canUndo ? undefined : 'Nothing to undo'}
            onClick={props.onUndo}
            className="border-transparent! bg-transparent!"
          />
          <IconButton
            icon={Redo2}
            label="Redo"
            disabledReason={canRedo ? undefined : 'Nothing to redo'}
            onClick={props.onRedo}
            className="border-transparent! bg-transparent!"
          />
          <IconButton icon={ListTree} label={isOutline ? 'Hide outline' : 'Show outline'} onClick={props.onOutline} />
        </>
      )}
      <Link
        to={versionsTo}
        aria-label="Versions"
        className={isPhone ? squareLook('default', 'md') : buttonLook('default', 'md')}
      >
        <History aria-hidden size={16} />
        {!isPhone && 'Versions'}
      </Link>
      <Button icon={Smartphone} onClick={props.onTest}>
        {isTesting ? 'Hide test' : 'Test'}
      </Button>
      {!isPhone && (
        <Button kind="primary" icon={Upload} disabledReason={barred} onClick={props.onPublish}>
          Publish
        </Button>
      )}
    </header>
  )
}

const WORDS: Readonly<Record<SaveState, readonly [sign: ReactNode, words: string]>> = {
  clean: [<Check key="saved" aria-hidden size={14} />, 'Saved.'],
  dirty: [null, 'Changed.'],
  saving: [null, 'Saving.'],
  waiting: [<CloudOff key="offline" aria-hidden size={14} />, 'Offline. Saved when you are back.'],
  conflicted: [<CircleAlert key="both" aria-hidden size={14} />, 'Not saved: somebody else changed it too.'],
  refused: [<CircleAlert key="refused" aria-hidden size={14} />, 'Not saved.'],
  gone: [<CircleAlert key="gone" aria-hidden size={14} />, 'Not saved: the chatbot was deleted.'],
}

function SaveWords({ saving, live }: Pick<BuilderHeadProps, 'saving' | 'live'>) {
  const [sign, words] = WORDS[saving]
  return (
    <>
      <span role="status" aria-label="Save state" className="inline-flex items-center gap-1">
        {sign}
        {words}
      </span>
      {live !== null && <span className="truncate">{live}</span>}
    </>
  )
}
