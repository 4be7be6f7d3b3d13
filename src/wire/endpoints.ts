import * as z from 'zod/mini';
import { checkRequest } from './request/check.js';
import { customerRequest } from './request/customer.js';
import { followUpRequest, refundRequest } from './request/follow-up.js';
import { orderRequest } from './request/order.js';
import { planRequest } from './request/plan.js';
import { productRequest } from './request/product.js';
import { cancelRequest, subscriptionRequest } from './request/subscription.js';
import { transferRequest } from './request/transfer.js';
import * as check from './response/check.js';
import * as customer from './response/customer.js';
import * as job from './response/job.js';
import * as order from './response/order.js';
import * as plan from './response/plan.js';
import * as product from './response/product.js';
import * as subscription from './response/subscription.js';
import * as transfer from './response/transfer.js';

/**
 * Every endpoint of spec 4, and the family's endpoints of subscriptions, captures, voids and refunds, with the schema of its request, for servers, the API
 * reference and tests. Browser code imports only the endpoints that it calls.
 */
export const endpoints = {
  p2pRestrictions: { ...check.p2pRestrictions, request: checkRequest },
  verifyP2p: { ...check.verifyP2p, request: checkRequest },
  verifyP2pAsync: { ...check.verifyP2pAsync, request: checkRequest },
  pollJob: { ...job.jobEndpoint, request: undefined },
  p2ps: { ...transfer.p2ps, request: transferRequest },
  p2p: { ...transfer.p2p, request: transferRequest },
  p2pAsync: { ...transfer.p2pAsync, request: transferRequest },
  transactionByUid: { ...transfer.transactionByUid, request: undefined },
  transactionsByTrackingId: { ...transfer.transactionsByTrackingId, request: undefined },
  lookupByTrackingId: { ...transfer.lookupByTrackingId, request: undefined },
  captures: { ...transfer.captures, request: followUpRequest },
  voids: { ...transfer.voids, request: followUpRequest },
  refunds: { ...transfer.refunds, request: refundRequest },
  createProduct: { ...product.createProduct, request: productRequest },
  getProduct: { ...product.getProduct, request: undefined },
  listProducts: { ...product.listProducts, request: undefined },
  updateProduct: { ...product.updateProduct, request: z.partial(productRequest) },
  createPlan: { ...plan.createPlan, request: planRequest },
  getPlan: { ...plan.getPlan, request: undefined },
  listPlans: { ...plan.listPlans, request: undefined },
  createCustomer: { ...customer.createCustomer, request: customerRequest },
  getCustomer: { ...customer.getCustomer, request: undefined },
  listCustomers: { ...customer.listCustomers, request: undefined },
  createSubscription: { ...subscription.createSubscription, request: subscriptionRequest },
  getSubscription: { ...subscription.getSubscription, request: undefined },
  cancelSubscription: { ...subscription.cancelSubscription, request: cancelRequest },
  getOrder: { ...order.getOrder, request: undefined },
  confirmOrder: { ...order.confirmOrder, request: orderRequest },
} as const;
