import type { ChatbotFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useSelector } from '@xstate/react'
import { Suspense, useEffect, useState } from 'react'
import { useBeforeUnload } from 'react-router'
import { ref } from 'valtio'
import { createActor } from 'xstate'
import { userGraphql } from '../../api/user-graphql.ts'
import { dateLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApi, useApp, useServices } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { BuilderScreen } from './builder-screen.tsx'
import { type BuilderActor, chatbotBuilderMachine } from './chatbot-builder.machine.ts'
import { heldFlow } from './held-flow.rules.ts'
import { draftOf, keptFlow } from './saving/draft.rules.ts'
import type { DraftSavingActor } from './saving/draft-saving.machine.ts'
import { flowSaver } from './saving/save-flow.actors.ts'
import { startSaving } from './saving/saving.actors.ts'
import { SavingNotice } from './saving/saving-notice.tsx'
import { useChatbots } from './use-chatbots.ts'
import { isOnServer, useHeldFlow } from './use-held-flow.ts'
import { useOffered } from './use-offered.ts'

/** Not needed before something could not be saved, and loaded while the server is reached. */
const UnsavedGuard = lazyPart(async () => (await import('../../parts/form/unsaved-guard.tsx')).UnsavedGuard)
const PublishDraft = lazyPart(async () => (await import('./publish/publish-draft.tsx')).PublishDraft)

export interface BuilderOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

interface Started {
  readonly builder: BuilderActor
  readonly saving: DraftSavingActor
}

const newId = () => crypto.randomUUID().slice(0, 8)

/** The builder of a draft, which is saved as it is edited. */
export function BuilderRoom({ organization, flow }: { organization: BuilderOrganization; flow: ChatbotFlow }) {
  const { calls } = useServices()
  const app = useApp()
  const { _id: organizationId } = organization
  const [started, setStarted] = useState<Started | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later reading of the draft is heard by `follow`
  useEffect(() => {
    const saved = draftOf(flow)
    const { activeFlowData, activeElement: element } = app.mainContext.chatbot
    const userId = app.mainContext.user?._id
    const kept = keptFlow(activeFlowData, saved)
    const save = flowSaver(userGraphql(calls))
    const saving = startSaving({ save, organizationId, saved, kept, newId: () => crypto.randomUUID() })
    const builder = createActor(chatbotBuilderMachine, { input: { flow: kept ?? saved.flow, element, newId } }).start()
    const stop = tie(builder, saving)
    const hold = (left: Flow) => {
      // Another user may have signed in on this computer since.
      if (app.mainContext.user?._id !== userId) return
      app.mainContext.chatbot.activeFlowData = ref(heldFlow(left, { revision: null, organizationId }))
    }
    setStarted({ builder, saving })
    return () => {
      stop()
      builder.stop()
      finish(saving, hold)
    }
  }, [calls, organizationId])
  return started && <OpenBuilder {...started} {...{ organization, flow }} />
}

/** Each change of the builder is saved, and a draft that is taken from a colleague is built on. */
function tie(builder: BuilderActor, saving: DraftSavingActor): () => void {
  const built = builder.subscribe(({ context: { activeFlowData: flow } }) => {
    if (flow !== saving.getSnapshot().context.flow) saving.send({ type: 'CHANGED', flow })
  })
  const taken = saving.subscribe(({ context: { flow } }) => {
    if (flow !== builder.getSnapshot().context.activeFlowData) builder.send({ type: 'LOAD', flow })
  })
  return () => {
    built.unsubscribe()
    taken.unsubscribe()
  }
}

/** The last changes are saved, though the page is left. What can't be saved is held, as it would be while the page is open. */
function finish(saving: DraftSavingActor, hold: (left: Flow) => void): void {
  const goOn = () => {
    const snapshot = saving.getSnapshot()
    const { value, context } = snapshot
    if (value === 'dirty') return saving.send({ type: 'LEAVE' })
    if (value === 'saving') return
    heard.unsubscribe()
    saving.stop()
    if (!isOnServer(snapshot)) hold(context.flow)
  }
  const heard = saving.subscribe(goOn)
  goOn()
}

function OpenBuilder({
  builder,
  saving,
  organization,
  flow,
}: Started & { organization: BuilderOrganization; flow: ChatbotFlow }) {
  const { _id: organizationId, name: clinic, timezone: zone } = organization
  const { clock } = useServices()
  const now = useNow(clock)
  const offline = useOffline()
  const [start] = useState(now)
  const [isPublishing, setIsPublishing] = useState(false)
  const { offered, references } = useOffered(organizationId)
  const row = useFollow(saving, organizationId, flow._id)
  const state = useSelector(saving, ({ value }) => value)
  const { publishedAt, status } = row ?? flow
  const element = useSelector(builder, ({ context }) => context.activeElement)
  const draft = useSelector(builder, ({ context }) => context.activeFlowData)
  const isLost = useSelector(saving, (snapshot) => snapshot.value === 'gone' && !isOnServer(snapshot))
  const isHeld = state === 'waiting' || state === 'refused' || state === 'conflicted' || isLost
  useHeldFlow(saving, { organizationId, draft, element, isHeld })
  useEffect(() => {
    if (!offline) saving.send({ type: 'ONLINE' })
  }, [saving, offline])
  useBeforeUnload((event) => {
    if (state === 'dirty' || state === 'saving') event.preventDefault()
  })
  const live =
    publishedAt === null
      ? 'Never published'
      : `${status === 'live' ? 'Live version is from' : 'Paused. Last published'} ${dateLabel(publishedAt, now, zone)}`
  return (
    <>
      <Suspense fallback={null}>
        <UnsavedGuard unsaved={isHeld} />
      </Suspense>
      <BuilderScreen
        {...{ actor: builder, saving: state, offered, references, live }}
        now={start}
        place={{ clinic, zone }}
        versionsTo={`/chatbot/${flow._id}/versions`}
        onPublish={() => {
          saving.send({ type: 'SAVE' })
          setIsPublishing(true)
        }}
        notice={<SavingNotice saving={saving} />}
      />
      {isPublishing && (
        <Suspense fallback={null}>
          <PublishDraft
            {...{ saving, organizationId, flowId: flow._id }}
            next={(row?.publishedVersion ?? flow.publishedVersion ?? 0) + 1}
            disabledReason={offlineReason(offline, 'Publishing')}
            onShow={(nodeId) => {
              builder.send({ type: 'SELECT', id: nodeId })
              setIsPublishing(false)
            }}
            onPublished={(number) => {
              notifySuccess(`Version ${number} is live`)
              setIsPublishing(false)
            }}
            onClose={() => setIsPublishing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Reads the draft when a colleague saved it, and hears that the chatbot was deleted. */
function useFollow(saving: DraftSavingActor, organizationId: string, flowId: string) {
  const api = useApi()
  const { data } = useChatbots(organizationId)
  const row = data?.find(({ _id }) => _id === flowId)
  const isKnown = data !== undefined
  const isGone = isKnown && row === undefined
  const mine = useSelector(saving, ({ context }) => context.saved.revision)
  const isSaving = useSelector(saving, ({ value }) => value === 'saving')
  const theirs = row?.revision ?? 0
  useEffect(() => {
    if (isGone) saving.send({ type: 'DELETED' })
  }, [saving, isGone])
  useEffect(() => {
    if (theirs <= mine || isSaving) return
    const leaving = new AbortController()
    const asked = { params: { flowId }, query: { organizationId }, signal: leaving.signal }
    // A failed reading is tried again with the next event; a save is refused as stale before.
    api('chatbotFlow', asked).then(
      ({ data: read }) => saving.send({ type: 'THEIRS', saved: draftOf(read) }),
      () => undefined,
    )
    return () => leaving.abort()
  }, [api, saving, organizationId, flowId, theirs, mine, isSaving])
  return row
}
