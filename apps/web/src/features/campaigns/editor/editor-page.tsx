import { useSelector } from '@xstate/react'
import { Megaphone } from 'lucide-react'
import { useParams } from 'react-router'
import type { Clinic } from '../../../parts/campaigns/clinic.ts'
import { failureMessage, isRefused } from '../../../parts/failure-message.rules.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { ForAdmins } from '../../../parts/query-state.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { Failed, Loading, Note } from '../../../parts/state-notes.tsx'
import { useOffline } from '../../../parts/use-offline.ts'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import type { CampaignEditorActor } from './campaign-editor.machine.ts'
import { EditorScreen } from './editor-screen.tsx'
import { useAddress, useEditor, useFollow } from './use-editor.ts'

/** A new campaign, or one that is changed. */
export function Component() {
  const organization = useActiveOrganization()
  const { id } = useParams()
  return (
    organization && (
      <Queries>
        <EditorRoom key={`${organization._id} ${id ?? 'new'}`} organization={organization} id={id ?? null} />
      </Queries>
    )
  )
}

interface EditorRoomProps {
  organization: Clinic
  id: string | null
}

/** The editor of a campaign by its address, or of a new one. */
export function EditorRoom({ organization, id }: EditorRoomProps) {
  const { _id: organizationId, timezone } = organization
  const actor = useEditor({ organizationId, timezone, id })
  if (actor === null) return null
  return id === null ? (
    <EditorStates {...{ actor, organization, id }} isFetching={false} onRetry={() => undefined} />
  ) : (
    <FollowedEditor {...{ actor, organization, id }} />
  )
}

interface OpenEditorProps {
  actor: CampaignEditorActor
  organization: Clinic
}

function FollowedEditor({ id, ...editor }: OpenEditorProps & { id: string }) {
  const { isFetching, refetch } = useFollow(editor.actor, editor.organization._id, id)
  return <EditorStates {...editor} {...{ id, isFetching }} onRetry={refetch} />
}

interface EditorStatesProps extends OpenEditorProps {
  id: string | null
  isFetching: boolean
  onRetry: () => void
}

/** The editor, or why there is none. */
export function EditorStates({ actor, organization, id, isFetching, onRetry }: EditorStatesProps) {
  const state = useSelector(actor, ({ value }) => value)
  const error = useSelector(actor, ({ context }) => context.error)
  const offline = useOffline()
  useAddress(actor, id)
  if (state === 'gone')
    return (
      <PageRoom>
        <Note
          icon={Megaphone}
          title="This campaign can’t be found"
          detail={`It may have been deleted, or it may belong to an organization other than ${organization.name}.`}
        >
          <Link to="/campaigns" className={buttonLook('default', 'md')}>
            All campaigns
          </Link>
        </Note>
      </PageRoom>
    )
  if (state === 'failed')
    return (
      <PageRoom>
        {isRefused(error, 'not_allowed') ? (
          <ForAdmins />
        ) : (
          <Failed what="The campaign" message={failureMessage(error)} busy={isFetching} onRetry={onRetry} />
        )}
      </PageRoom>
    )
  if (state === 'loading')
    return (
      <PageRoom>
        {offline ? (
          <Note title="You are offline" detail="The campaign will be loaded when you are back." />
        ) : (
          <Loading what="The campaign" rows={6} />
        )}
      </PageRoom>
    )
  return state === 'launched' ? null : <EditorScreen {...{ actor, organization }} />
}
