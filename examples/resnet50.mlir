// resnet50, written by scripts/onnx_graph_to_mlir.py. Weights are arguments without values.
#NC = affine_map<(d0, d1) -> (d0, d1)>
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#pixel = #layout.reqs<m2: aligned<64 bytes>>

func.func @main(
    %gpu_0_data_0: tensor<1x3x224x224xf16, {order = #NHWC, reqs = #pixel}>,
    %gpu_0_conv1_w_0: tensor<64x3x7x7xf16>,
    %gpu_0_pred_b_0: tensor<1000xf16>,
    %gpu_0_pred_w_0: tensor<1000x2048xf16>,
    %gpu_0_res2_0_branch1_bn_b_0: tensor<256xf16>,
    %gpu_0_res2_0_branch1_bn_riv_0: tensor<256xf16>,
    %gpu_0_res2_0_branch1_bn_rm_0: tensor<256xf16>,
    %gpu_0_res2_0_branch1_bn_s_0: tensor<256xf16>,
    %gpu_0_res2_0_branch1_w_0: tensor<256x64x1x1xf16>,
    %gpu_0_res2_0_branch2a_w_0: tensor<64x64x1x1xf16>,
    %gpu_0_res2_0_branch2b_w_0: tensor<64x64x3x3xf16>,
    %gpu_0_res2_0_branch2c_bn_b_0: tensor<256xf16>,
    %gpu_0_res2_0_branch2c_bn_riv_0: tensor<256xf16>,
    %gpu_0_res2_0_branch2c_bn_rm_0: tensor<256xf16>,
    %gpu_0_res2_0_branch2c_bn_s_0: tensor<256xf16>,
    %gpu_0_res2_0_branch2c_w_0: tensor<256x64x1x1xf16>,
    %gpu_0_res2_1_branch2a_w_0: tensor<64x256x1x1xf16>,
    %gpu_0_res2_1_branch2b_w_0: tensor<64x64x3x3xf16>,
    %gpu_0_res2_1_branch2c_bn_b_0: tensor<256xf16>,
    %gpu_0_res2_1_branch2c_bn_riv_0: tensor<256xf16>,
    %gpu_0_res2_1_branch2c_bn_rm_0: tensor<256xf16>,
    %gpu_0_res2_1_branch2c_bn_s_0: tensor<256xf16>,
    %gpu_0_res2_1_branch2c_w_0: tensor<256x64x1x1xf16>,
    %gpu_0_res2_2_branch2a_w_0: tensor<64x256x1x1xf16>,
    %gpu_0_res2_2_branch2b_w_0: tensor<64x64x3x3xf16>,
    %gpu_0_res2_2_branch2c_bn_b_0: tensor<256xf16>,
    %gpu_0_res2_2_branch2c_bn_riv_0: tensor<256xf16>,
    %gpu_0_res2_2_branch2c_bn_rm_0: tensor<256xf16>,
    %gpu_0_res2_2_branch2c_bn_s_0: tensor<256xf16>,
    %gpu_0_res2_2_branch2c_w_0: tensor<256x64x1x1xf16>,
    %gpu_0_res3_0_branch1_bn_b_0: tensor<512xf16>,
    %gpu_0_res3_0_branch1_bn_riv_0: tensor<512xf16>,
    %gpu_0_res3_0_branch1_bn_rm_0: tensor<512xf16>,
    %gpu_0_res3_0_branch1_bn_s_0: tensor<512xf16>,
    %gpu_0_res3_0_branch1_w_0: tensor<512x256x1x1xf16>,
    %gpu_0_res3_0_branch2a_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2a_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2a_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2a_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2a_w_0: tensor<128x256x1x1xf16>,
    %gpu_0_res3_0_branch2b_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2b_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2b_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2b_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_0_branch2b_w_0: tensor<128x128x3x3xf16>,
    %gpu_0_res3_0_branch2c_bn_b_0: tensor<512xf16>,
    %gpu_0_res3_0_branch2c_bn_riv_0: tensor<512xf16>,
    %gpu_0_res3_0_branch2c_bn_rm_0: tensor<512xf16>,
    %gpu_0_res3_0_branch2c_bn_s_0: tensor<512xf16>,
    %gpu_0_res3_0_branch2c_w_0: tensor<512x128x1x1xf16>,
    %gpu_0_res3_1_branch2a_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2a_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2a_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2a_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2a_w_0: tensor<128x512x1x1xf16>,
    %gpu_0_res3_1_branch2b_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2b_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2b_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2b_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_1_branch2b_w_0: tensor<128x128x3x3xf16>,
    %gpu_0_res3_1_branch2c_bn_b_0: tensor<512xf16>,
    %gpu_0_res3_1_branch2c_bn_riv_0: tensor<512xf16>,
    %gpu_0_res3_1_branch2c_bn_rm_0: tensor<512xf16>,
    %gpu_0_res3_1_branch2c_bn_s_0: tensor<512xf16>,
    %gpu_0_res3_1_branch2c_w_0: tensor<512x128x1x1xf16>,
    %gpu_0_res3_2_branch2a_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2a_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2a_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2a_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2a_w_0: tensor<128x512x1x1xf16>,
    %gpu_0_res3_2_branch2b_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2b_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2b_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2b_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_2_branch2b_w_0: tensor<128x128x3x3xf16>,
    %gpu_0_res3_2_branch2c_bn_b_0: tensor<512xf16>,
    %gpu_0_res3_2_branch2c_bn_riv_0: tensor<512xf16>,
    %gpu_0_res3_2_branch2c_bn_rm_0: tensor<512xf16>,
    %gpu_0_res3_2_branch2c_bn_s_0: tensor<512xf16>,
    %gpu_0_res3_2_branch2c_w_0: tensor<512x128x1x1xf16>,
    %gpu_0_res3_3_branch2a_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2a_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2a_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2a_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2a_w_0: tensor<128x512x1x1xf16>,
    %gpu_0_res3_3_branch2b_bn_b_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2b_bn_riv_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2b_bn_rm_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2b_bn_s_0: tensor<128xf16>,
    %gpu_0_res3_3_branch2b_w_0: tensor<128x128x3x3xf16>,
    %gpu_0_res3_3_branch2c_bn_b_0: tensor<512xf16>,
    %gpu_0_res3_3_branch2c_bn_riv_0: tensor<512xf16>,
    %gpu_0_res3_3_branch2c_bn_rm_0: tensor<512xf16>,
    %gpu_0_res3_3_branch2c_bn_s_0: tensor<512xf16>,
    %gpu_0_res3_3_branch2c_w_0: tensor<512x128x1x1xf16>,
    %gpu_0_res4_0_branch1_bn_b_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch1_bn_riv_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch1_bn_rm_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch1_bn_s_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch1_w_0: tensor<1024x512x1x1xf16>,
    %gpu_0_res4_0_branch2a_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2a_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2a_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2a_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2a_w_0: tensor<256x512x1x1xf16>,
    %gpu_0_res4_0_branch2b_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2b_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2b_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2b_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_0_branch2b_w_0: tensor<256x256x3x3xf16>,
    %gpu_0_res4_0_branch2c_bn_b_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch2c_bn_riv_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch2c_bn_rm_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch2c_bn_s_0: tensor<1024xf16>,
    %gpu_0_res4_0_branch2c_w_0: tensor<1024x256x1x1xf16>,
    %gpu_0_res4_1_branch2a_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2a_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2a_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2a_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2a_w_0: tensor<256x1024x1x1xf16>,
    %gpu_0_res4_1_branch2b_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2b_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2b_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2b_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_1_branch2b_w_0: tensor<256x256x3x3xf16>,
    %gpu_0_res4_1_branch2c_bn_b_0: tensor<1024xf16>,
    %gpu_0_res4_1_branch2c_bn_riv_0: tensor<1024xf16>,
    %gpu_0_res4_1_branch2c_bn_rm_0: tensor<1024xf16>,
    %gpu_0_res4_1_branch2c_bn_s_0: tensor<1024xf16>,
    %gpu_0_res4_1_branch2c_w_0: tensor<1024x256x1x1xf16>,
    %gpu_0_res4_2_branch2a_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2a_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2a_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2a_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2a_w_0: tensor<256x1024x1x1xf16>,
    %gpu_0_res4_2_branch2b_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2b_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2b_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2b_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_2_branch2b_w_0: tensor<256x256x3x3xf16>,
    %gpu_0_res4_2_branch2c_bn_b_0: tensor<1024xf16>,
    %gpu_0_res4_2_branch2c_bn_riv_0: tensor<1024xf16>,
    %gpu_0_res4_2_branch2c_bn_rm_0: tensor<1024xf16>,
    %gpu_0_res4_2_branch2c_bn_s_0: tensor<1024xf16>,
    %gpu_0_res4_2_branch2c_w_0: tensor<1024x256x1x1xf16>,
    %gpu_0_res4_3_branch2a_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2a_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2a_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2a_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2a_w_0: tensor<256x1024x1x1xf16>,
    %gpu_0_res4_3_branch2b_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2b_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2b_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2b_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_3_branch2b_w_0: tensor<256x256x3x3xf16>,
    %gpu_0_res4_3_branch2c_bn_b_0: tensor<1024xf16>,
    %gpu_0_res4_3_branch2c_bn_riv_0: tensor<1024xf16>,
    %gpu_0_res4_3_branch2c_bn_rm_0: tensor<1024xf16>,
    %gpu_0_res4_3_branch2c_bn_s_0: tensor<1024xf16>,
    %gpu_0_res4_3_branch2c_w_0: tensor<1024x256x1x1xf16>,
    %gpu_0_res4_4_branch2a_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2a_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2a_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2a_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2a_w_0: tensor<256x1024x1x1xf16>,
    %gpu_0_res4_4_branch2b_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2b_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2b_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2b_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_4_branch2b_w_0: tensor<256x256x3x3xf16>,
    %gpu_0_res4_4_branch2c_bn_b_0: tensor<1024xf16>,
    %gpu_0_res4_4_branch2c_bn_riv_0: tensor<1024xf16>,
    %gpu_0_res4_4_branch2c_bn_rm_0: tensor<1024xf16>,
    %gpu_0_res4_4_branch2c_bn_s_0: tensor<1024xf16>,
    %gpu_0_res4_4_branch2c_w_0: tensor<1024x256x1x1xf16>,
    %gpu_0_res4_5_branch2a_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2a_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2a_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2a_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2a_w_0: tensor<256x1024x1x1xf16>,
    %gpu_0_res4_5_branch2b_bn_b_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2b_bn_riv_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2b_bn_rm_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2b_bn_s_0: tensor<256xf16>,
    %gpu_0_res4_5_branch2b_w_0: tensor<256x256x3x3xf16>,
    %gpu_0_res4_5_branch2c_bn_b_0: tensor<1024xf16>,
    %gpu_0_res4_5_branch2c_bn_riv_0: tensor<1024xf16>,
    %gpu_0_res4_5_branch2c_bn_rm_0: tensor<1024xf16>,
    %gpu_0_res4_5_branch2c_bn_s_0: tensor<1024xf16>,
    %gpu_0_res4_5_branch2c_w_0: tensor<1024x256x1x1xf16>,
    %gpu_0_res5_0_branch1_bn_b_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch1_bn_riv_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch1_bn_rm_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch1_bn_s_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch1_w_0: tensor<2048x1024x1x1xf16>,
    %gpu_0_res5_0_branch2a_bn_b_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2a_bn_riv_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2a_bn_rm_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2a_bn_s_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2a_w_0: tensor<512x1024x1x1xf16>,
    %gpu_0_res5_0_branch2b_bn_b_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2b_bn_riv_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2b_bn_rm_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2b_bn_s_0: tensor<512xf16>,
    %gpu_0_res5_0_branch2b_w_0: tensor<512x512x3x3xf16>,
    %gpu_0_res5_0_branch2c_bn_b_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch2c_bn_riv_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch2c_bn_rm_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch2c_bn_s_0: tensor<2048xf16>,
    %gpu_0_res5_0_branch2c_w_0: tensor<2048x512x1x1xf16>,
    %gpu_0_res5_1_branch2a_bn_b_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2a_bn_riv_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2a_bn_rm_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2a_bn_s_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2a_w_0: tensor<512x2048x1x1xf16>,
    %gpu_0_res5_1_branch2b_bn_b_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2b_bn_riv_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2b_bn_rm_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2b_bn_s_0: tensor<512xf16>,
    %gpu_0_res5_1_branch2b_w_0: tensor<512x512x3x3xf16>,
    %gpu_0_res5_1_branch2c_bn_b_0: tensor<2048xf16>,
    %gpu_0_res5_1_branch2c_bn_riv_0: tensor<2048xf16>,
    %gpu_0_res5_1_branch2c_bn_rm_0: tensor<2048xf16>,
    %gpu_0_res5_1_branch2c_bn_s_0: tensor<2048xf16>,
    %gpu_0_res5_1_branch2c_w_0: tensor<2048x512x1x1xf16>,
    %gpu_0_res5_2_branch2a_bn_b_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2a_bn_riv_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2a_bn_rm_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2a_bn_s_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2a_w_0: tensor<512x2048x1x1xf16>,
    %gpu_0_res5_2_branch2b_bn_b_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2b_bn_riv_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2b_bn_rm_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2b_bn_s_0: tensor<512xf16>,
    %gpu_0_res5_2_branch2b_w_0: tensor<512x512x3x3xf16>,
    %gpu_0_res5_2_branch2c_bn_b_0: tensor<2048xf16>,
    %gpu_0_res5_2_branch2c_bn_riv_0: tensor<2048xf16>,
    %gpu_0_res5_2_branch2c_bn_rm_0: tensor<2048xf16>,
    %gpu_0_res5_2_branch2c_bn_s_0: tensor<2048xf16>,
    %gpu_0_res5_2_branch2c_w_0: tensor<2048x512x1x1xf16>,
    %gpu_0_res2_0_branch2a_bn_b_0: tensor<64xf16>,
    %gpu_0_res2_0_branch2a_bn_riv_0: tensor<64xf16>,
    %gpu_0_res2_0_branch2a_bn_rm_0: tensor<64xf16>,
    %gpu_0_res2_0_branch2a_bn_s_0: tensor<64xf16>,
    %gpu_0_res2_0_branch2b_bn_b_0: tensor<64xf16>,
    %gpu_0_res2_0_branch2b_bn_riv_0: tensor<64xf16>,
    %gpu_0_res2_0_branch2b_bn_rm_0: tensor<64xf16>,
    %gpu_0_res2_0_branch2b_bn_s_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2a_bn_b_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2a_bn_riv_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2a_bn_rm_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2a_bn_s_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2b_bn_b_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2b_bn_riv_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2b_bn_rm_0: tensor<64xf16>,
    %gpu_0_res2_1_branch2b_bn_s_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2a_bn_b_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2a_bn_riv_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2a_bn_rm_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2a_bn_s_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2b_bn_b_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2b_bn_riv_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2b_bn_rm_0: tensor<64xf16>,
    %gpu_0_res2_2_branch2b_bn_s_0: tensor<64xf16>,
    %gpu_0_res_conv1_bn_b_0: tensor<64xf16>,
    %gpu_0_res_conv1_bn_riv_0: tensor<64xf16>,
    %gpu_0_res_conv1_bn_rm_0: tensor<64xf16>,
    %gpu_0_res_conv1_bn_s_0: tensor<64xf16>
) -> tensor<1x1000xf16, {order = #NC}> {
  %OC2_DUMMY_1 = "onnx.Constant"() {value = dense<[1, 2048]> : tensor<2xi64>} : () -> tensor<2xi64>
  %none = "onnx.NoValue"() {value} : () -> none
  %r0 = "onnx.Conv"(%gpu_0_data_0, %gpu_0_conv1_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [7, 7], pads = [3, 3, 3, 3], strides = [2, 2]} : (tensor<1x3x224x224xf16, {order = #NHWC, reqs = #pixel}>, tensor<64x3x7x7xf16>, none) -> tensor<1x64x112x112xf16, {order = #NHWC, reqs = #pixel}>
  %r1 = "onnx.BatchNormalizationInferenceMode"(%r0, %gpu_0_res_conv1_bn_s_0, %gpu_0_res_conv1_bn_b_0, %gpu_0_res_conv1_bn_rm_0, %gpu_0_res_conv1_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x64x112x112xf16, {order = #NHWC, reqs = #pixel}>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<1x64x112x112xf16, {order = #NHWC, reqs = #pixel}>
  %r2 = "onnx.Relu"(%r1) : (tensor<1x64x112x112xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x112x112xf16, {order = #NHWC, reqs = #pixel}>
  %r3 = "onnx.MaxPoolSingleOut"(%r2) {auto_pad = "NOTSET", ceil_mode = 0 : si64, dilations = [1, 1], kernel_shape = [3, 3], pads = [1, 1, 1, 1], storage_order = 0 : si64, strides = [2, 2]} : (tensor<1x64x112x112xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r4 = "onnx.Conv"(%r3, %gpu_0_res2_0_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64x64x1x1xf16>, none) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r5 = "onnx.BatchNormalizationInferenceMode"(%r4, %gpu_0_res2_0_branch2a_bn_s_0, %gpu_0_res2_0_branch2a_bn_b_0, %gpu_0_res2_0_branch2a_bn_rm_0, %gpu_0_res2_0_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r6 = "onnx.Relu"(%r5) : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r7 = "onnx.Conv"(%r6, %gpu_0_res2_0_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64x64x3x3xf16>, none) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r8 = "onnx.BatchNormalizationInferenceMode"(%r7, %gpu_0_res2_0_branch2b_bn_s_0, %gpu_0_res2_0_branch2b_bn_b_0, %gpu_0_res2_0_branch2b_bn_rm_0, %gpu_0_res2_0_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r9 = "onnx.Relu"(%r8) : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r10 = "onnx.Conv"(%r9, %gpu_0_res2_0_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x64x1x1xf16>, none) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r11 = "onnx.BatchNormalizationInferenceMode"(%r10, %gpu_0_res2_0_branch2c_bn_s_0, %gpu_0_res2_0_branch2c_bn_b_0, %gpu_0_res2_0_branch2c_bn_rm_0, %gpu_0_res2_0_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r12 = "onnx.Conv"(%r3, %gpu_0_res2_0_branch1_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x64x1x1xf16>, none) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r13 = "onnx.BatchNormalizationInferenceMode"(%r12, %gpu_0_res2_0_branch1_bn_s_0, %gpu_0_res2_0_branch1_bn_b_0, %gpu_0_res2_0_branch1_bn_rm_0, %gpu_0_res2_0_branch1_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r14 = "onnx.Sum"(%r11, %r13) : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r15 = "onnx.Relu"(%r14) : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r16 = "onnx.Conv"(%r15, %gpu_0_res2_1_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64x256x1x1xf16>, none) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r17 = "onnx.BatchNormalizationInferenceMode"(%r16, %gpu_0_res2_1_branch2a_bn_s_0, %gpu_0_res2_1_branch2a_bn_b_0, %gpu_0_res2_1_branch2a_bn_rm_0, %gpu_0_res2_1_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r18 = "onnx.Relu"(%r17) : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r19 = "onnx.Conv"(%r18, %gpu_0_res2_1_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64x64x3x3xf16>, none) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r20 = "onnx.BatchNormalizationInferenceMode"(%r19, %gpu_0_res2_1_branch2b_bn_s_0, %gpu_0_res2_1_branch2b_bn_b_0, %gpu_0_res2_1_branch2b_bn_rm_0, %gpu_0_res2_1_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r21 = "onnx.Relu"(%r20) : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r22 = "onnx.Conv"(%r21, %gpu_0_res2_1_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x64x1x1xf16>, none) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r23 = "onnx.BatchNormalizationInferenceMode"(%r22, %gpu_0_res2_1_branch2c_bn_s_0, %gpu_0_res2_1_branch2c_bn_b_0, %gpu_0_res2_1_branch2c_bn_rm_0, %gpu_0_res2_1_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r24 = "onnx.Sum"(%r23, %r15) : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r25 = "onnx.Relu"(%r24) : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r26 = "onnx.Conv"(%r25, %gpu_0_res2_2_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64x256x1x1xf16>, none) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r27 = "onnx.BatchNormalizationInferenceMode"(%r26, %gpu_0_res2_2_branch2a_bn_s_0, %gpu_0_res2_2_branch2a_bn_b_0, %gpu_0_res2_2_branch2a_bn_rm_0, %gpu_0_res2_2_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r28 = "onnx.Relu"(%r27) : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r29 = "onnx.Conv"(%r28, %gpu_0_res2_2_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64x64x3x3xf16>, none) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r30 = "onnx.BatchNormalizationInferenceMode"(%r29, %gpu_0_res2_2_branch2b_bn_s_0, %gpu_0_res2_2_branch2b_bn_b_0, %gpu_0_res2_2_branch2b_bn_rm_0, %gpu_0_res2_2_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r31 = "onnx.Relu"(%r30) : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r32 = "onnx.Conv"(%r31, %gpu_0_res2_2_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x64x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x64x1x1xf16>, none) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r33 = "onnx.BatchNormalizationInferenceMode"(%r32, %gpu_0_res2_2_branch2c_bn_s_0, %gpu_0_res2_2_branch2c_bn_b_0, %gpu_0_res2_2_branch2c_bn_rm_0, %gpu_0_res2_2_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r34 = "onnx.Sum"(%r33, %r25) : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r35 = "onnx.Relu"(%r34) : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r36 = "onnx.Conv"(%r35, %gpu_0_res3_0_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x256x1x1xf16>, none) -> tensor<1x128x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r37 = "onnx.BatchNormalizationInferenceMode"(%r36, %gpu_0_res3_0_branch2a_bn_s_0, %gpu_0_res3_0_branch2a_bn_b_0, %gpu_0_res3_0_branch2a_bn_rm_0, %gpu_0_res3_0_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r38 = "onnx.Relu"(%r37) : (tensor<1x128x56x56xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x56x56xf16, {order = #NHWC, reqs = #pixel}>
  %r39 = "onnx.Conv"(%r38, %gpu_0_res3_0_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x128x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x128x3x3xf16>, none) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r40 = "onnx.BatchNormalizationInferenceMode"(%r39, %gpu_0_res3_0_branch2b_bn_s_0, %gpu_0_res3_0_branch2b_bn_b_0, %gpu_0_res3_0_branch2b_bn_rm_0, %gpu_0_res3_0_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r41 = "onnx.Relu"(%r40) : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r42 = "onnx.Conv"(%r41, %gpu_0_res3_0_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x128x1x1xf16>, none) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r43 = "onnx.BatchNormalizationInferenceMode"(%r42, %gpu_0_res3_0_branch2c_bn_s_0, %gpu_0_res3_0_branch2c_bn_b_0, %gpu_0_res3_0_branch2c_bn_rm_0, %gpu_0_res3_0_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r44 = "onnx.Conv"(%r35, %gpu_0_res3_0_branch1_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [2, 2]} : (tensor<1x256x56x56xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x256x1x1xf16>, none) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r45 = "onnx.BatchNormalizationInferenceMode"(%r44, %gpu_0_res3_0_branch1_bn_s_0, %gpu_0_res3_0_branch1_bn_b_0, %gpu_0_res3_0_branch1_bn_rm_0, %gpu_0_res3_0_branch1_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r46 = "onnx.Sum"(%r43, %r45) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r47 = "onnx.Relu"(%r46) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r48 = "onnx.Conv"(%r47, %gpu_0_res3_1_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x512x1x1xf16>, none) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r49 = "onnx.BatchNormalizationInferenceMode"(%r48, %gpu_0_res3_1_branch2a_bn_s_0, %gpu_0_res3_1_branch2a_bn_b_0, %gpu_0_res3_1_branch2a_bn_rm_0, %gpu_0_res3_1_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r50 = "onnx.Relu"(%r49) : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r51 = "onnx.Conv"(%r50, %gpu_0_res3_1_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x128x3x3xf16>, none) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r52 = "onnx.BatchNormalizationInferenceMode"(%r51, %gpu_0_res3_1_branch2b_bn_s_0, %gpu_0_res3_1_branch2b_bn_b_0, %gpu_0_res3_1_branch2b_bn_rm_0, %gpu_0_res3_1_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r53 = "onnx.Relu"(%r52) : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r54 = "onnx.Conv"(%r53, %gpu_0_res3_1_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x128x1x1xf16>, none) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r55 = "onnx.BatchNormalizationInferenceMode"(%r54, %gpu_0_res3_1_branch2c_bn_s_0, %gpu_0_res3_1_branch2c_bn_b_0, %gpu_0_res3_1_branch2c_bn_rm_0, %gpu_0_res3_1_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r56 = "onnx.Sum"(%r55, %r47) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r57 = "onnx.Relu"(%r56) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r58 = "onnx.Conv"(%r57, %gpu_0_res3_2_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x512x1x1xf16>, none) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r59 = "onnx.BatchNormalizationInferenceMode"(%r58, %gpu_0_res3_2_branch2a_bn_s_0, %gpu_0_res3_2_branch2a_bn_b_0, %gpu_0_res3_2_branch2a_bn_rm_0, %gpu_0_res3_2_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r60 = "onnx.Relu"(%r59) : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r61 = "onnx.Conv"(%r60, %gpu_0_res3_2_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x128x3x3xf16>, none) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r62 = "onnx.BatchNormalizationInferenceMode"(%r61, %gpu_0_res3_2_branch2b_bn_s_0, %gpu_0_res3_2_branch2b_bn_b_0, %gpu_0_res3_2_branch2b_bn_rm_0, %gpu_0_res3_2_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r63 = "onnx.Relu"(%r62) : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r64 = "onnx.Conv"(%r63, %gpu_0_res3_2_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x128x1x1xf16>, none) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r65 = "onnx.BatchNormalizationInferenceMode"(%r64, %gpu_0_res3_2_branch2c_bn_s_0, %gpu_0_res3_2_branch2c_bn_b_0, %gpu_0_res3_2_branch2c_bn_rm_0, %gpu_0_res3_2_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r66 = "onnx.Sum"(%r65, %r57) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r67 = "onnx.Relu"(%r66) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r68 = "onnx.Conv"(%r67, %gpu_0_res3_3_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x512x1x1xf16>, none) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r69 = "onnx.BatchNormalizationInferenceMode"(%r68, %gpu_0_res3_3_branch2a_bn_s_0, %gpu_0_res3_3_branch2a_bn_b_0, %gpu_0_res3_3_branch2a_bn_rm_0, %gpu_0_res3_3_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r70 = "onnx.Relu"(%r69) : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r71 = "onnx.Conv"(%r70, %gpu_0_res3_3_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128x128x3x3xf16>, none) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r72 = "onnx.BatchNormalizationInferenceMode"(%r71, %gpu_0_res3_3_branch2b_bn_s_0, %gpu_0_res3_3_branch2b_bn_b_0, %gpu_0_res3_3_branch2b_bn_rm_0, %gpu_0_res3_3_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>, tensor<128xf16>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r73 = "onnx.Relu"(%r72) : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r74 = "onnx.Conv"(%r73, %gpu_0_res3_3_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x128x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x128x1x1xf16>, none) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r75 = "onnx.BatchNormalizationInferenceMode"(%r74, %gpu_0_res3_3_branch2c_bn_s_0, %gpu_0_res3_3_branch2c_bn_b_0, %gpu_0_res3_3_branch2c_bn_rm_0, %gpu_0_res3_3_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r76 = "onnx.Sum"(%r75, %r67) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r77 = "onnx.Relu"(%r76) : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r78 = "onnx.Conv"(%r77, %gpu_0_res4_0_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x512x1x1xf16>, none) -> tensor<1x256x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r79 = "onnx.BatchNormalizationInferenceMode"(%r78, %gpu_0_res4_0_branch2a_bn_s_0, %gpu_0_res4_0_branch2a_bn_b_0, %gpu_0_res4_0_branch2a_bn_rm_0, %gpu_0_res4_0_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r80 = "onnx.Relu"(%r79) : (tensor<1x256x28x28xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x28x28xf16, {order = #NHWC, reqs = #pixel}>
  %r81 = "onnx.Conv"(%r80, %gpu_0_res4_0_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x256x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x256x3x3xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r82 = "onnx.BatchNormalizationInferenceMode"(%r81, %gpu_0_res4_0_branch2b_bn_s_0, %gpu_0_res4_0_branch2b_bn_b_0, %gpu_0_res4_0_branch2b_bn_rm_0, %gpu_0_res4_0_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r83 = "onnx.Relu"(%r82) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r84 = "onnx.Conv"(%r83, %gpu_0_res4_0_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024x256x1x1xf16>, none) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r85 = "onnx.BatchNormalizationInferenceMode"(%r84, %gpu_0_res4_0_branch2c_bn_s_0, %gpu_0_res4_0_branch2c_bn_b_0, %gpu_0_res4_0_branch2c_bn_rm_0, %gpu_0_res4_0_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r86 = "onnx.Conv"(%r77, %gpu_0_res4_0_branch1_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [2, 2]} : (tensor<1x512x28x28xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024x512x1x1xf16>, none) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r87 = "onnx.BatchNormalizationInferenceMode"(%r86, %gpu_0_res4_0_branch1_bn_s_0, %gpu_0_res4_0_branch1_bn_b_0, %gpu_0_res4_0_branch1_bn_rm_0, %gpu_0_res4_0_branch1_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r88 = "onnx.Sum"(%r85, %r87) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r89 = "onnx.Relu"(%r88) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r90 = "onnx.Conv"(%r89, %gpu_0_res4_1_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x1024x1x1xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r91 = "onnx.BatchNormalizationInferenceMode"(%r90, %gpu_0_res4_1_branch2a_bn_s_0, %gpu_0_res4_1_branch2a_bn_b_0, %gpu_0_res4_1_branch2a_bn_rm_0, %gpu_0_res4_1_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r92 = "onnx.Relu"(%r91) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r93 = "onnx.Conv"(%r92, %gpu_0_res4_1_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x256x3x3xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r94 = "onnx.BatchNormalizationInferenceMode"(%r93, %gpu_0_res4_1_branch2b_bn_s_0, %gpu_0_res4_1_branch2b_bn_b_0, %gpu_0_res4_1_branch2b_bn_rm_0, %gpu_0_res4_1_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r95 = "onnx.Relu"(%r94) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r96 = "onnx.Conv"(%r95, %gpu_0_res4_1_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024x256x1x1xf16>, none) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r97 = "onnx.BatchNormalizationInferenceMode"(%r96, %gpu_0_res4_1_branch2c_bn_s_0, %gpu_0_res4_1_branch2c_bn_b_0, %gpu_0_res4_1_branch2c_bn_rm_0, %gpu_0_res4_1_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r98 = "onnx.Sum"(%r97, %r89) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r99 = "onnx.Relu"(%r98) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r100 = "onnx.Conv"(%r99, %gpu_0_res4_2_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x1024x1x1xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r101 = "onnx.BatchNormalizationInferenceMode"(%r100, %gpu_0_res4_2_branch2a_bn_s_0, %gpu_0_res4_2_branch2a_bn_b_0, %gpu_0_res4_2_branch2a_bn_rm_0, %gpu_0_res4_2_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r102 = "onnx.Relu"(%r101) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r103 = "onnx.Conv"(%r102, %gpu_0_res4_2_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x256x3x3xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r104 = "onnx.BatchNormalizationInferenceMode"(%r103, %gpu_0_res4_2_branch2b_bn_s_0, %gpu_0_res4_2_branch2b_bn_b_0, %gpu_0_res4_2_branch2b_bn_rm_0, %gpu_0_res4_2_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r105 = "onnx.Relu"(%r104) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r106 = "onnx.Conv"(%r105, %gpu_0_res4_2_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024x256x1x1xf16>, none) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r107 = "onnx.BatchNormalizationInferenceMode"(%r106, %gpu_0_res4_2_branch2c_bn_s_0, %gpu_0_res4_2_branch2c_bn_b_0, %gpu_0_res4_2_branch2c_bn_rm_0, %gpu_0_res4_2_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r108 = "onnx.Sum"(%r107, %r99) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r109 = "onnx.Relu"(%r108) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r110 = "onnx.Conv"(%r109, %gpu_0_res4_3_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x1024x1x1xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r111 = "onnx.BatchNormalizationInferenceMode"(%r110, %gpu_0_res4_3_branch2a_bn_s_0, %gpu_0_res4_3_branch2a_bn_b_0, %gpu_0_res4_3_branch2a_bn_rm_0, %gpu_0_res4_3_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r112 = "onnx.Relu"(%r111) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r113 = "onnx.Conv"(%r112, %gpu_0_res4_3_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x256x3x3xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r114 = "onnx.BatchNormalizationInferenceMode"(%r113, %gpu_0_res4_3_branch2b_bn_s_0, %gpu_0_res4_3_branch2b_bn_b_0, %gpu_0_res4_3_branch2b_bn_rm_0, %gpu_0_res4_3_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r115 = "onnx.Relu"(%r114) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r116 = "onnx.Conv"(%r115, %gpu_0_res4_3_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024x256x1x1xf16>, none) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r117 = "onnx.BatchNormalizationInferenceMode"(%r116, %gpu_0_res4_3_branch2c_bn_s_0, %gpu_0_res4_3_branch2c_bn_b_0, %gpu_0_res4_3_branch2c_bn_rm_0, %gpu_0_res4_3_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r118 = "onnx.Sum"(%r117, %r109) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r119 = "onnx.Relu"(%r118) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r120 = "onnx.Conv"(%r119, %gpu_0_res4_4_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x1024x1x1xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r121 = "onnx.BatchNormalizationInferenceMode"(%r120, %gpu_0_res4_4_branch2a_bn_s_0, %gpu_0_res4_4_branch2a_bn_b_0, %gpu_0_res4_4_branch2a_bn_rm_0, %gpu_0_res4_4_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r122 = "onnx.Relu"(%r121) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r123 = "onnx.Conv"(%r122, %gpu_0_res4_4_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x256x3x3xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r124 = "onnx.BatchNormalizationInferenceMode"(%r123, %gpu_0_res4_4_branch2b_bn_s_0, %gpu_0_res4_4_branch2b_bn_b_0, %gpu_0_res4_4_branch2b_bn_rm_0, %gpu_0_res4_4_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r125 = "onnx.Relu"(%r124) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r126 = "onnx.Conv"(%r125, %gpu_0_res4_4_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024x256x1x1xf16>, none) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r127 = "onnx.BatchNormalizationInferenceMode"(%r126, %gpu_0_res4_4_branch2c_bn_s_0, %gpu_0_res4_4_branch2c_bn_b_0, %gpu_0_res4_4_branch2c_bn_rm_0, %gpu_0_res4_4_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r128 = "onnx.Sum"(%r127, %r119) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r129 = "onnx.Relu"(%r128) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r130 = "onnx.Conv"(%r129, %gpu_0_res4_5_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x1024x1x1xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r131 = "onnx.BatchNormalizationInferenceMode"(%r130, %gpu_0_res4_5_branch2a_bn_s_0, %gpu_0_res4_5_branch2a_bn_b_0, %gpu_0_res4_5_branch2a_bn_rm_0, %gpu_0_res4_5_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r132 = "onnx.Relu"(%r131) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r133 = "onnx.Conv"(%r132, %gpu_0_res4_5_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256x256x3x3xf16>, none) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r134 = "onnx.BatchNormalizationInferenceMode"(%r133, %gpu_0_res4_5_branch2b_bn_s_0, %gpu_0_res4_5_branch2b_bn_b_0, %gpu_0_res4_5_branch2b_bn_rm_0, %gpu_0_res4_5_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r135 = "onnx.Relu"(%r134) : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r136 = "onnx.Conv"(%r135, %gpu_0_res4_5_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x256x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024x256x1x1xf16>, none) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r137 = "onnx.BatchNormalizationInferenceMode"(%r136, %gpu_0_res4_5_branch2c_bn_s_0, %gpu_0_res4_5_branch2c_bn_b_0, %gpu_0_res4_5_branch2c_bn_rm_0, %gpu_0_res4_5_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r138 = "onnx.Sum"(%r137, %r129) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r139 = "onnx.Relu"(%r138) : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r140 = "onnx.Conv"(%r139, %gpu_0_res5_0_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x1024x1x1xf16>, none) -> tensor<1x512x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r141 = "onnx.BatchNormalizationInferenceMode"(%r140, %gpu_0_res5_0_branch2a_bn_s_0, %gpu_0_res5_0_branch2a_bn_b_0, %gpu_0_res5_0_branch2a_bn_rm_0, %gpu_0_res5_0_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r142 = "onnx.Relu"(%r141) : (tensor<1x512x14x14xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x14x14xf16, {order = #NHWC, reqs = #pixel}>
  %r143 = "onnx.Conv"(%r142, %gpu_0_res5_0_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x512x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x512x3x3xf16>, none) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r144 = "onnx.BatchNormalizationInferenceMode"(%r143, %gpu_0_res5_0_branch2b_bn_s_0, %gpu_0_res5_0_branch2b_bn_b_0, %gpu_0_res5_0_branch2b_bn_rm_0, %gpu_0_res5_0_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r145 = "onnx.Relu"(%r144) : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r146 = "onnx.Conv"(%r145, %gpu_0_res5_0_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048x512x1x1xf16>, none) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r147 = "onnx.BatchNormalizationInferenceMode"(%r146, %gpu_0_res5_0_branch2c_bn_s_0, %gpu_0_res5_0_branch2c_bn_b_0, %gpu_0_res5_0_branch2c_bn_rm_0, %gpu_0_res5_0_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r148 = "onnx.Conv"(%r139, %gpu_0_res5_0_branch1_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [2, 2]} : (tensor<1x1024x14x14xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048x1024x1x1xf16>, none) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r149 = "onnx.BatchNormalizationInferenceMode"(%r148, %gpu_0_res5_0_branch1_bn_s_0, %gpu_0_res5_0_branch1_bn_b_0, %gpu_0_res5_0_branch1_bn_rm_0, %gpu_0_res5_0_branch1_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r150 = "onnx.Sum"(%r147, %r149) : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r151 = "onnx.Relu"(%r150) : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r152 = "onnx.Conv"(%r151, %gpu_0_res5_1_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x2048x1x1xf16>, none) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r153 = "onnx.BatchNormalizationInferenceMode"(%r152, %gpu_0_res5_1_branch2a_bn_s_0, %gpu_0_res5_1_branch2a_bn_b_0, %gpu_0_res5_1_branch2a_bn_rm_0, %gpu_0_res5_1_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r154 = "onnx.Relu"(%r153) : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r155 = "onnx.Conv"(%r154, %gpu_0_res5_1_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x512x3x3xf16>, none) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r156 = "onnx.BatchNormalizationInferenceMode"(%r155, %gpu_0_res5_1_branch2b_bn_s_0, %gpu_0_res5_1_branch2b_bn_b_0, %gpu_0_res5_1_branch2b_bn_rm_0, %gpu_0_res5_1_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r157 = "onnx.Relu"(%r156) : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r158 = "onnx.Conv"(%r157, %gpu_0_res5_1_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048x512x1x1xf16>, none) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r159 = "onnx.BatchNormalizationInferenceMode"(%r158, %gpu_0_res5_1_branch2c_bn_s_0, %gpu_0_res5_1_branch2c_bn_b_0, %gpu_0_res5_1_branch2c_bn_rm_0, %gpu_0_res5_1_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r160 = "onnx.Sum"(%r159, %r151) : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r161 = "onnx.Relu"(%r160) : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r162 = "onnx.Conv"(%r161, %gpu_0_res5_2_branch2a_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x2048x1x1xf16>, none) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r163 = "onnx.BatchNormalizationInferenceMode"(%r162, %gpu_0_res5_2_branch2a_bn_s_0, %gpu_0_res5_2_branch2a_bn_b_0, %gpu_0_res5_2_branch2a_bn_rm_0, %gpu_0_res5_2_branch2a_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r164 = "onnx.Relu"(%r163) : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r165 = "onnx.Conv"(%r164, %gpu_0_res5_2_branch2b_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1]} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512x512x3x3xf16>, none) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r166 = "onnx.BatchNormalizationInferenceMode"(%r165, %gpu_0_res5_2_branch2b_bn_s_0, %gpu_0_res5_2_branch2b_bn_b_0, %gpu_0_res5_2_branch2b_bn_rm_0, %gpu_0_res5_2_branch2b_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>, tensor<512xf16>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r167 = "onnx.Relu"(%r166) : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r168 = "onnx.Conv"(%r167, %gpu_0_res5_2_branch2c_w_0, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x512x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048x512x1x1xf16>, none) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r169 = "onnx.BatchNormalizationInferenceMode"(%r168, %gpu_0_res5_2_branch2c_bn_s_0, %gpu_0_res5_2_branch2c_bn_b_0, %gpu_0_res5_2_branch2c_bn_rm_0, %gpu_0_res5_2_branch2c_bn_riv_0) {epsilon = 1.000000066e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>, tensor<2048xf16>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r170 = "onnx.Sum"(%r169, %r161) : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>, tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r171 = "onnx.Relu"(%r170) : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>
  %r172 = "onnx.AveragePool"(%r171) {auto_pad = "NOTSET", ceil_mode = 0 : si64, count_include_pad = 0 : si64, kernel_shape = [7, 7], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<1x2048x7x7xf16, {order = #NHWC, reqs = #pixel}>) -> tensor<1x2048x1x1xf16, {order = #NHWC, reqs = #pixel}>
  %r173 = "onnx.Reshape"(%r172, %OC2_DUMMY_1) {allowzero = 0 : si64} : (tensor<1x2048x1x1xf16, {order = #NHWC, reqs = #pixel}>, tensor<2xi64>) -> tensor<1x2048xf16, {order = #NC}>
  %r174 = "onnx.Gemm"(%r173, %gpu_0_pred_w_0, %gpu_0_pred_b_0) {alpha = 1.0e+00 : f32, beta = 1.0e+00 : f32, transA = 0 : si64, transB = 1 : si64} : (tensor<1x2048xf16, {order = #NC}>, tensor<1000x2048xf16>, tensor<1000xf16>) -> tensor<1x1000xf16, {order = #NC}>
  %gpu_0_softmax_1 = "onnx.Softmax"(%r174) {axis = 1 : si64} : (tensor<1x1000xf16, {order = #NC}>) -> tensor<1x1000xf16, {order = #NC}>
  return %gpu_0_softmax_1 : tensor<1x1000xf16, {order = #NC}>
}
