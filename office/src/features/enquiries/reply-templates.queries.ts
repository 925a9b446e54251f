import {
  listReplyTemplates,
  putReplyTemplate,
  type ReplyTemplate,
  removeReplyTemplate,
} from '@marquee/contract/office/enquiries/reply-templates'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useMutation, useQuery } from '@tanstack/react-query'

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
