import * as z from 'zod/mini';
import { endpoints } from '../../../src/wire/endpoints.js';
import { billingAddress } from '../../../src/wire/request/address.js';
import { recipientCard, sourceCard } from '../../../src/wire/request/card-section.js';
import { checkRequest } from '../../../src/wire/request/check.js';
import { customerRequest } from '../../../src/wire/request/customer.js';
import { followUpRequest, refundRequest } from '../../../src/wire/request/follow-up.js';
import { buyer, orderRequest } from '../../../src/wire/request/order.js';
import { planRequest } from '../../../src/wire/request/plan.js';
import { productRequest } from '../../../src/wire/request/product.js';
import { cancelRequest, subscriptionRequest } from '../../../src/wire/request/subscription.js';
import { customer, transferData, transferRequest } from '../../../src/wire/request/transfer.js';
import { checkResponse, commission, requiredFields } from '../../../src/wire/response/check.js';
import { storedCustomer } from '../../../src/wire/response/customer.js';
import { job, jobAccepted, jobFailure } from '../../../src/wire/response/job.js';
import { orderOffer } from '../../../src/wire/response/order.js';
import { charge, plan, trial } from '../../../src/wire/response/plan.js';
import { product } from '../../../src/wire/response/product.js';
import { subscription } from '../../../src/wire/response/subscription.js';
import { cardData, p2pResult, transaction, verifyP2pResult } from '../../../src/wire/response/transaction.js';
import { transactionList, transferResponse } from '../../../src/wire/response/transfer.js';
import { describeFields } from './descriptions.js';
import { narrowFields } from './field-types.js';
import { jsonSchemas, type JsonSchema, type NamedSchemas } from './json-schema.js';

const NAMED: NamedSchemas = {
  CheckRequest: checkRequest,
  TransferRequest: transferRequest,
  SourceCard: sourceCard,
  RecipientCard: recipientCard,
  BillingAddress: billingAddress,
  TransferData: transferData,
  TransferCustomer: customer,
  OrderRequest: orderRequest,
  Buyer: buyer,
  ProductRequest: productRequest,
  ProductChanges: endpoints.updateProduct.request,
  PlanRequest: planRequest,
  CustomerRequest: customerRequest,
  SubscriptionRequest: subscriptionRequest,
  CancelRequest: cancelRequest,
  FollowUpRequest: followUpRequest,
  RefundRequest: refundRequest,
  CheckResponse: checkResponse,
  Commission: commission,
  RequiredFields: requiredFields,
  JobAccepted: jobAccepted,
  Job: job,
  JobFailure: jobFailure,
  TransferResponse: transferResponse,
  TransactionList: transactionList,
  Transaction: transaction,
  CardData: cardData,
  VerifyP2p: verifyP2pResult,
  P2p: p2pResult,
  OrderOffer: orderOffer,
  Product: product,
  Plan: plan,
  Charge: charge,
  Trial: trial,
  Subscription: subscription,
  Customer: storedCustomer,
};

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Spec 7.1, 7.2: parameters, nested as in the request, with lists of texts. */
const ERROR_TREE: JsonSchema = {
  type: 'object',
  description: 'Invalid parameters, nested as in the request, with lists of texts; base: about the request as a whole.',
  additionalProperties: { anyOf: [{ type: 'array', items: { type: 'string' } }, ref('ErrorTree')] },
};

const ERROR: JsonSchema = {
  type: 'object',
  properties: { error_code: { type: 'string' }, message: { type: 'string' }, errors: ref('ErrorTree') },
  required: ['error_code', 'message', 'errors'],
};

// The wire's schema leaves a job's response to the reader, and has only the needed fields of a failure (spec 2.4).
const JOB_RESPONSE: JsonSchema = {
  description: "For a job that is done, the synchronous operation's response; for a failed one, the reason.",
  anyOf: [
    ref('CheckResponse'),
    ref('TransferResponse'),
    { type: 'object', properties: { subscription: ref('Subscription') }, required: ['subscription'] },
    ref('JobFailure'),
  ],
};
const JOB_FAILURE: Readonly<Record<string, JsonSchema>> = {
  status: { type: 'string', const: 'error' },
  errors: { type: 'array', items: { type: 'string' } },
  message: { type: 'string' },
};

/** Every schema of the document by its name. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const schemas = jsonSchemas(NAMED);
  const { Job: jobSchema, JobFailure: failure } = schemas;
  Object.assign(jobSchema?.properties ?? {}, { job_id: { type: 'string' }, response: JOB_RESPONSE });
  Object.assign(failure?.properties ?? {}, JOB_FAILURE);
  for (const schema of Object.values(schemas)) {
    narrowFields(schema);
    describeFields(schema);
  }
  return { ...schemas, Error: ERROR, ErrorTree: ERROR_TREE };
}

/** The document's reference to a schema of the endpoint table; undefined for a response without a body. */
export function schemaFor(schema: z.core.$ZodType): JsonSchema | undefined {
  if (schema instanceof z.ZodMiniUndefined) return undefined;
  if (schema instanceof z.ZodMiniArray) return { type: 'array', items: schemaFor(schema.def.element) ?? {} };
  const name = Object.keys(NAMED).find((key) => NAMED[key] === schema);
  if (name === undefined) throw new TypeError('An endpoint has a schema without a name; name it in openapi/schemas.ts.');
  return ref(name);
}
