import { localWords } from '@holdfast/signer-ui';

/** Why a request is not shown at all, fetched when one is not. */
export const sayFault = localWords({
  'en-US': {
    lead: 'What the signer sent does not hold together. Approve nothing here and tell whoever runs the signers.',
    intentMalformed: 'The request is not in its one canonical form, or a field is missing, unknown or out of bounds.',
    otherIntent: 'This is another request than the link named.',
    otherDigest: 'The request was altered: its digest differs from the one the link named.',
    replaced:
      'The request was replaced by another one while you were looking at it. What stood here is no longer what the signer has.',
    otherDeployment: 'The request belongs to another installation.',
    policyMalformed: 'The rules in force cannot be read.',
    attachmentMalformed: 'The attached document cannot be read.',
    attachmentMismatch: 'The attached document is another than the request names.',
    policyChangeUnsound: 'The proposed rules are not sound.',
    notOwnAddress:
      'A recipient is said to be an own address, but the keys that this signer holds give another one at this path.',
    remarkMismatch: 'The remark is another than the request names.',
  },
  'zh-CN': {
    lead: '签名节点返回的内容前后矛盾。请勿批准，并告知签名节点的管理人员。',
    intentMalformed: '请求不是唯一的规范形式，或有字段缺失、未知或超出范围。',
    otherIntent: '这不是链接所指的请求。',
    otherDigest: '请求已被改动：其摘要与链接所指的不同。',
    replaced: '在您查看期间，请求被替换成了另一个。之前显示的内容已不是签名节点所持有的内容。',
    otherDeployment: '此请求属于另一个部署。',
    policyMalformed: '无法读取现行规则。',
    attachmentMalformed: '无法读取所附文件。',
    attachmentMismatch: '所附文件与请求所指的不同。',
    policyChangeUnsound: '提议的规则无效。',
    notOwnAddress: '某收款地址声称是自有地址，但此签名节点持有的密钥在该路径得出的是另一个地址。',
    remarkMismatch: '备注与请求所指的不同。',
  },
});
