/** What was written and is not with the clinic yet, oldest first. Read anew each time: another tab may share it. */
export function createOutbox(store, newId) {
  const list = () => store.read('outbox') ?? []
  const save = (entries) => (entries.length > 0 ? store.write('outbox', entries) : store.remove('outbox'))

  return {
    list,
    /** The one that goes next; what was refused waits for nobody. */
    next: () => list().find(({ refused }) => !refused) ?? null,
    add(message, createdAt) {
      save([...list(), { clientId: newId(), message, createdAt }])
    },
    remove(clientId) {
      save(list().filter((entry) => entry.clientId !== clientId))
    },
    /** It will never be taken: whoever wrote it learns why. */
    refuse(clientId, why) {
      save(list().map((entry) => (entry.clientId === clientId ? { ...entry, refused: why } : entry)))
    },
  }
}
