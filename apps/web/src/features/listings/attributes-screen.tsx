import { ArrowLeft, ListChecks } from 'lucide-react'
import { UnsavedGuard } from '../../parts/form/unsaved-guard.tsx'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { AttributeField } from './attribute-field.tsx'
import { type Attribute, attributeWords, badAddresses, groupsOf, kindOfField } from './attributes.rules.ts'
import { NotTaken, RefusedChange } from './refused-change.tsx'
import { useAttributes } from './use-attributes.ts'

interface AttributesScreenProps {
  organizationId: string
  locationId: string
  title: string
}

/** [CALL-LISTINGS-02] [CALL-LISTINGS-03] The editor of the attributes that Google offers for a location, by group. */
export function AttributesScreen({ organizationId, locationId, title }: AttributesScreenProps) {
  const offline = useOffline()
  const editor = useAttributes(organizationId, locationId)
  const { query, saved, chosen, names, saving, isSaved, error, refusedLater, choose, discard, save } = editor
  const bad = badAddresses(names, chosen)
  const labelOf = (field: string) => kindOfField(query.data?.kinds ?? [], field)?.displayName
  const standing = (name: string): Attribute | null => saved.find((one) => one.name === name) ?? null
  const back = (
    <Link to={`/reviews/listings/${locationId}`} className={buttonLook('default', 'md')}>
      <ArrowLeft aria-hidden size={16} />
      The listing
    </Link>
  )
  return (
    <PageRoom>
      <PageSheet
        title={`Attributes of ${title}`}
        lead="What people filter by on Google. Only what you change is sent."
        action={back}
      >
        <UnsavedGuard unsaved={names.length > 0} />
        <QueryState
          query={{ ...query, data: query.data?.kinds }}
          what="The attributes"
          rows={6}
          empty={
            <Note
              icon={ListChecks}
              title="No attributes"
              detail="Google offers none for the categories of this listing."
            />
          }
        >
          {(kinds) =>
            groupsOf(kinds).map((group) => (
              <Section key={group.title} title={group.title}>
                <div className="space-y-4">
                  {group.kinds.map((kind) => {
                    const { parent: name } = kind
                    const own = chosen[name]
                    return (
                      <div key={name} data-attribute={name}>
                        <AttributeField
                          kind={kind}
                          value={own === undefined ? standing(name) : own}
                          isBad={bad.includes(name)}
                          onChange={(value) => choose(name, value)}
                        />
                        {names.includes(name) && (
                          <p className="mt-1 text-xs wrap-anywhere text-warn-text">
                            {`Now on Google: ${attributeWords(kind, standing(name))}`}
                          </p>
                        )}
                      </div>
                    )
                  })}
                </div>
              </Section>
            ))
          }
        </QueryState>
        {query.data && query.data.kinds.length > 0 && (
          <div className="sticky bottom-0 z-1 space-y-3 border-t border-line bg-surface px-4 py-3 md:rounded-b-lg md:px-5">
            {isSaved && names.length === 0 && (
              <p role="status" className="text-sm text-ok-text">
                Saved. Google may take a while to show it.
              </p>
            )}
            {refusedLater.length > 0 ? (
              <NotTaken {...{ labelOf }} problems={refusedLater} />
            ) : (
              error !== null && names.length > 0 && <RefusedChange {...{ error, labelOf }} />
            )}
            <div className="flex flex-wrap items-center gap-2">
              <Button
                kind="primary"
                size="lg"
                busy={saving}
                disabledReason={
                  (names.length === 0 ? 'Nothing was changed.' : undefined) ??
                  offlineReason(offline, 'Saving') ??
                  (bad.length > 0 ? 'Correct first what is wrong.' : undefined)
                }
                onClick={() => void save()}
              >
                {saveWords(names.length)}
              </Button>
              {names.length > 0 && !saving && (
                <Button size="lg" onClick={discard}>
                  Discard
                </Button>
              )}
            </div>
          </div>
        )}
      </PageSheet>
    </PageRoom>
  )
}

function saveWords(count: number): string {
  if (count === 0) return 'Save changes'
  return count === 1 ? 'Save 1 change' : `Save ${count} changes`
}
