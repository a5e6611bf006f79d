import type { Invitation, Member } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../parts/services.tsx'

/** The interval for checking whether a waiting mail was sent. */
const WAITING_MS = 5_000

const membersKey = (organizationId: string) => ['members', organizationId]
const invitationsKey = (organizationId: string) => ['invitations', organizationId]

export function useMembers(organizationId: string) {
  const api = useApi()
  return useQuery({
    queryKey: membersKey(organizationId),
    queryFn: ({ signal }) => api('members', { query: { organizationId }, signal }),
    select: ({ data }) => data,
    staleTime: 0,
  })
}

export function useInvitations(organizationId: string) {
  const api = useApi()
  return useQuery({
    queryKey: invitationsKey(organizationId),
    queryFn: ({ signal }) => api('invitations', { query: { organizationId }, signal }),
    select: ({ data }) => data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isWaiting) ? WAITING_MS : false),
  })
}

const isWaiting = ({ delivery, expired }: Invitation) => delivery === 'waiting' && !expired

export function useChangeRole(organizationId: string) {
  const api = useApi()
  const again = useRefetch(membersKey(organizationId), invitationsKey(organizationId))
  return useMutation({
    mutationFn: ({ _id: userId, role }: { _id: Member['_id']; role: Role }) =>
      api('changeRole', { body: { organizationId, userId, role } }),
    onSettled: again,
  })
}

export function useRemoveMember(organizationId: string) {
  const api = useApi()
  const again = useRefetch(membersKey(organizationId), invitationsKey(organizationId))
  return useMutation({
    mutationFn: (userId: string) => api('removeMember', { body: { organizationId, userId } }),
    onSettled: again,
  })
}

export function useInvite(organizationId: string) {
  const api = useApi()
  const again = useRefetch(invitationsKey(organizationId))
  return async (email: string, role: Role, idempotencyKey: string) => {
    await api('invite', { body: { organizationId, email, role }, idempotencyKey })
    void again()
  }
}

export function useResend(organizationId: string) {
  const api = useApi()
  const again = useRefetch(invitationsKey(organizationId))
  return useMutation({
    mutationFn: ({ invitationId, key }: { invitationId: string; key: string }) =>
      api('resendInvitation', { body: { organizationId, invitationId }, idempotencyKey: key }),
    onSettled: again,
  })
}

export function useWithdraw(organizationId: string) {
  const api = useApi()
  const again = useRefetch(invitationsKey(organizationId))
  return useMutation({
    mutationFn: (invitationId: string) => api('withdrawInvitation', { body: { organizationId, invitationId } }),
    onSettled: again,
  })
}

/** Refetches after a change whatever its outcome, because somebody else may have changed the list too. */
function useRefetch(...queryKeys: readonly (readonly string[])[]) {
  const queries = useQueryClient()
  return () => Promise.all(queryKeys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
