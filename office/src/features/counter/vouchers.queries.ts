import type { CallInput } from '@marquee/contract/calls/endpoint'
import { issueVoucher, listVouchers } from '@marquee/contract/office/counter/vouchers'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useMutation, useQuery } from '@tanstack/react-query'

const vouchersKey = ['vouchers']

export const useVouchers = () =>
  useQuery({
    queryKey: vouchersKey,
    queryFn: ({ signal }) => call(listVouchers, {}, signal),
    staleTime: 0,
  })

export const useIssueVoucher = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof issueVoucher>['body']) => call(issueVoucher, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: vouchersKey }),
  })
