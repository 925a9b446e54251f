import type { CallInput, ResponseBody } from '@marquee/contract/calls/endpoint'
import { listDevices } from '@marquee/contract/office/devices'
import {
  changeEnquiry,
  type EnquiryState,
  getEnquiry,
  listEnquiries,
  replyToEnquiry,
} from '@marquee/contract/office/enquiries/enquiries'
import {
  listReplyTemplates,
  putReplyTemplate,
  type ReplyTemplate,
  removeReplyTemplate,
} from '@marquee/contract/office/enquiries/reply-templates'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { ENQUIRIES_KEY, ENQUIRY_REFETCH_MS } from '#lib/enquiries.queries.ts'

export interface EnquiryFilter {
  /** Undefined: all but spam. */
  state: EnquiryState | undefined
  q: string
}

type Page = ResponseBody<typeof listEnquiries>

/** The enquiries in pages, the latest first. */
export const useEnquiries = ({ state, q }: EnquiryFilter) =>
  useInfiniteQuery({
    queryKey: [...ENQUIRIES_KEY, 'list', state ?? 'all', q],
    queryFn: ({ pageParam, signal }) =>
      call(listEnquiries, { querystring: { state, q: q || undefined, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    refetchInterval: ENQUIRY_REFETCH_MS,
    placeholderData: keepPreviousData,
  })

export const useEnquiry = (enquiryId: string) =>
  useQuery({
    queryKey: [...ENQUIRIES_KEY, 'one', enquiryId],
    queryFn: ({ signal }) => call(getEnquiry, { params: { enquiryId } }, signal),
    select: ({ enquiry }) => enquiry,
    refetchInterval: ENQUIRY_REFETCH_MS,
  })

const refetchEnquiries = () => queryClient.invalidateQueries({ queryKey: ENQUIRIES_KEY })

type Reply = CallInput<typeof replyToEnquiry>['body']

/** Answers an enquiry. A refusal shows the answer of the other device. */
export const useReply = (enquiryId: string, onSent: () => void) =>
  useMutation({
    mutationFn: (body: Reply) => call(replyToEnquiry, { params: { enquiryId }, body }),
    onSuccess: ({ enquiry }) => {
      notify(`Your answer goes to ${enquiry.email}.`)
      onSent()
    },
    onSettled: refetchEnquiries,
  })

type Change = CallInput<typeof changeEnquiry>['body']

export const useChangeEnquiry = (enquiryId: string) =>
  useMutation({
    mutationFn: (body: Change) => call(changeEnquiry, { params: { enquiryId }, body }),
    onError: ({ message }) => notify(message),
    onSettled: refetchEnquiries,
  })

/** The devices to which an enquiry can be given. Only managers may list them. */
export const useEnquiryDevices = (isEnabled: boolean) =>
  useQuery({
    queryKey: ['devices', 'names'],
    queryFn: ({ signal }) => call(listDevices, {}, signal),
    enabled: isEnabled,
  })

const templatesKey = ['reply-templates']

export const useReplyTemplates = () =>
  useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => call(listReplyTemplates, {}, signal),
    select: ({ templates }) => templates,
  })

const refetchTemplates = () => queryClient.invalidateQueries({ queryKey: templatesKey })

export const useSaveTemplate = (onSaved: () => void) =>
  useMutation({
    mutationFn: ({ _id, title, text }: ReplyTemplate) =>
      call(putReplyTemplate, { params: { templateId: _id }, body: { title, text } }),
    onSuccess: onSaved,
    onSettled: refetchTemplates,
  })

export const useRemoveTemplate = (onRemoved: () => void) =>
  useMutation({
    mutationFn: (templateId: string) => call(removeReplyTemplate, { params: { templateId } }),
    onSuccess: onRemoved,
    onSettled: refetchTemplates,
  })
